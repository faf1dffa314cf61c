import { createMany } from './createMany';
import { downloadByName } from './downloadByName';
import type { Journey } from './journey';
import { listEverything } from './listEverything';
import { moveInvoices } from './moveInvoices';
import { orderReport } from './orderReport';
import { purchasesOfMonth } from './purchasesOfMonth';
import { triggers } from './triggers';
import { updateOneField } from './updateOneField';

/** By what they are about; each group is tested in a file of its own, so that they run at the same time. */
export const INVOICES: readonly Journey[] = [
	listEverything,
	createMany,
	updateOneField,
	moveInvoices,
];
export const REPORTS: readonly Journey[] = [orderReport, purchasesOfMonth, downloadByName];
export const EVENTS: readonly Journey[] = [triggers];

export const JOURNEYS: readonly Journey[] = [...INVOICES, ...REPORTS, ...EVENTS];
