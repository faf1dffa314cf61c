import type { TriggerEvent } from '../event';
import { invoiceStatusChanged } from './invoiceStatus/invoiceStatus.event';
import { newReport } from './newReport/newReport.event';

/** A new event needs only its folder and an entry here. */
export const EVENTS: readonly TriggerEvent[] = [newReport, invoiceStatusChanged];
