import type { INodeProperties } from 'n8n-workflow';

import { optionsField } from '../../../shared/node/fields';
import { readCollection } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { mergeProblems, errorsOf, readAll, refuseErrors } from '../../../shared/problem';
import { type Invoice, Invoicing } from '../../../shared/service/invoicing';
import { type DraftReading, readDraft } from '../../invoice/draft';
import type { UpdateChoices } from '../../invoice/plan';
import { checkOnlyOption, writingOptions } from '../options';
import { applyChanges, planChanges, type PlannedChanges, previewChanges } from './applyChanges';
import { checkable } from './checkOnly';
import { readBasis } from './create.operation';
import { getPicked, invoiceLocator, numberPicked, onPicked, readPickedInvoice } from './locator';
import {
	changesField,
	dueDateField,
	readCleared,
	readCustomFields,
	readIgnoredColumns,
	readWriting,
	readInvoiceFields,
	emptyProblems,
} from './invoiceFields';
import { lineChangeFields, readLineItems, readLineMode } from './lineItemFields';
import { refuseByState } from './once';
import { numberIn, readView, type View } from './output';

const deliveryModeField: INodeProperties = {
	displayName: 'Delivery',
	name: 'deliveryMode',
	type: 'options',
	default: 'email',
	options: [
		{ name: 'Email', value: 'email', description: 'Send emails it' },
		{ name: 'None', value: 'none', description: 'You share its payment link' },
	],
};

const OPERATION = 'Update invoice';

export const update = checkable({
	name: 'Update',
	action: OPERATION,
	description: 'Change an invoice on which nothing has been paid',
	subtitle: 'Update Invoice',
	fields: [
		invoiceLocator,
		...lineChangeFields,
		changesField(deliveryModeField, dueDateField),
		optionsField(checkOnlyOption, ...writingOptions),
	],

	prepare(item) {
		const view = readView(item);
		return readAll({
			picked: () => readPickedInvoice(item),
			entered: () => {
				const entered = readChanges(item, view);
				refuseErrors(entered.problems);
				return entered;
			},
			choices: () => readChoices(item, view),
			view: () => view,
		});
	},

	async check({ picked, view, ...asked }, { transport }) {
		const before = await getPicked(new Invoicing(transport), picked, OPERATION);
		return previewChanges(changesOf(before, asked), view);
	},

	carryOut: async ({ picked, view, ...asked }, run) =>
		await onPicked(
			run,
			picked,
			OPERATION,
			async (before) => await applyChanges(run, before, changesOf(before, asked), view),
		),

	done: numberIn,
	columns: numberPicked,
	isRepeatable: () => true,
});

function changesOf(
	before: Invoice,
	{ entered, choices }: { entered: DraftReading; choices: UpdateChoices },
): PlannedChanges {
	refuseByState('update', before);
	return planChanges(before, entered, choices);
}

/** What is to change of an invoice that exists, or of its copy. */
export function readChanges(item: Item, { zone }: View, others: object = {}): DraftReading {
	const collection = readCollection(item, 'changes');
	const reading = readDraft({
		fields: { ...readInvoiceFields(collection), ...others },
		lineItems: readLineItems(item, collection),
		ignoredColumns: readIgnoredColumns(item),
		customFields: readCustomFields(collection),
		zone,
		writing: readWriting(item),
	});
	const empty = errorsOf(emptyProblems(item, 'changes'));
	return { ...reading, problems: mergeProblems(reading.problems, empty) };
}

export function readChoices(item: Item, { today }: View): UpdateChoices {
	const collection = readCollection(item, 'changes');
	return {
		cleared: readCleared(collection),
		lines: readLineMode(item, collection),
		basis: readBasis(item),
		today,
	};
}
