import { testEveryReading } from './everyReading';
import { INVOICES } from './journeys';

testEveryReading(INVOICES);
