import type { TriggerEvent } from '../event';
import { invoiceStatusChanged } from './invoiceStatus/invoiceStatus.event';
import { newReport } from './newReport/newReport.event';

/** Every event that the trigger offers: the folder of each says all the rest. */
export const EVENTS: readonly TriggerEvent[] = [newReport, invoiceStatusChanged];
