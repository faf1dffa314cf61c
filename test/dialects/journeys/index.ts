import { createMany } from './createMany';
import { downloadByName } from './downloadByName';
import type { Journey } from './journey';
import { listEverything } from './listEverything';
import { moveInvoices } from './moveInvoices';
import { orderReport } from './orderReport';
import { purchasesOfMonth } from './purchasesOfMonth';
import { triggers } from './triggers';
import { updateOneField } from './updateOneField';

export const JOURNEYS: readonly Journey[] = [
	listEverything,
	createMany,
	updateOneField,
	moveInvoices,
	orderReport,
	purchasesOfMonth,
	downloadByName,
	triggers,
];
