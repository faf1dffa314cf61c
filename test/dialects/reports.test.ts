import { testEveryReading } from './everyReading';
import { REPORTS } from './journeys';

testEveryReading(REPORTS);
