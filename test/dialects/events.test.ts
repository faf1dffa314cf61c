import { testEveryReading } from './everyReading';
import { EVENTS } from './journeys';

testEveryReading(EVENTS);
