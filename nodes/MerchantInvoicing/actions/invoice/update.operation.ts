import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import {
	type Field,
	INVOICE_FIELDS,
	LINE_FIELDS,
	LINE_ITEMS_PATH,
	paymentLinkOf,
	statusOf,
} from '../../../shared/invoice/invoice';
import { optionsField } from '../../../shared/node/fields';
import { readCollection } from '../../../shared/node/parameters';
import type { Item, ItemRun } from '../../../shared/node/resource';
import {
	errorsOf,
	addProblemsOfOtherFields,
	readAll,
	refusal,
	throwIfErrors,
	warning,
	warningTexts,
} from '../../../shared/problem';
import { type Invoice, invoiceNumberOf, Invoicing } from '../../../shared/service/invoicing';
import { sendOnce } from '../../../shared/service/once';
import { isRecord, valueAt } from '../../../shared/text';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import { catchFailure, type Transport } from '../../../shared/transport/transport';
import {
	type Difference,
	diffDrafts,
	differencesInWords,
	differingFieldsInWords,
} from '../../invoice/changes';
import {
	CUSTOM_FIELDS_KEY,
	type DraftReading,
	fromInvoice,
	readDraft,
	toBody,
} from '../../invoice/draft';
import { type PlannedDraft, planUpdate, type UpdateOptions } from '../../invoice/plan';
import type { InvoiceDraft } from '../../invoice/values';
import { checkOnlyOption, commonOptions } from '../options';
import { checkableOperation, type Preview } from './checkOnly';
import { readTaxBasis } from './create.operation';
import {
	getPicked,
	invoiceLocator,
	failedPickedColumns,
	withFetchedInvoice,
	requirePickedNumber,
} from './locator';
import {
	changesField,
	dueDateField,
	checkEmptyExpressions,
	lineChangeFields,
	readCleared,
	readCustomFields,
	readIgnoredColumns,
	readInvoiceFields,
	readLineItems,
	readLineChangeMode,
	readInputFormat,
} from './invoiceFields';
import { refuseByStatus } from './once';
import {
	changedItem,
	maskDifferences,
	invoiceNumberInOutput,
	readOutputOptions,
	type OutputOptions,
} from './output';

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

export const update = checkableOperation({
	name: 'Update',
	action: OPERATION,
	description: 'Change an invoice on which nothing has been paid',
	subtitle: 'Update Invoice',
	fields: [
		invoiceLocator,
		...lineChangeFields,
		changesField(deliveryModeField, dueDateField),
		optionsField(checkOnlyOption, ...commonOptions),
	],

	prepare(item) {
		const view = readOutputOptions(item);
		return readAll({
			picked: () => requirePickedNumber(item),
			entered: () => {
				const entered = readChanges(item, view);
				throwIfErrors(entered.problems);
				return entered;
			},
			choices: () => readUpdateOptions(item, view),
			view: () => view,
		});
	},

	async check({ picked, view, ...prepared }, { transport }) {
		const before = await getPicked(new Invoicing(transport), picked, OPERATION);
		return previewChanges(changesOf(before, prepared), view);
	},

	carryOut: async ({ picked, view, ...prepared }, run) =>
		await withFetchedInvoice(
			run,
			picked,
			OPERATION,
			async (before) => await carryOutUpdate(run, before, changesOf(before, prepared), view),
		),

	done: invoiceNumberInOutput,
	columns: failedPickedColumns,
	isRepeatable: () => true,
});

function changesOf(
	before: Invoice,
	{ entered, choices }: { entered: DraftReading; choices: UpdateOptions },
): PlannedChanges {
	refuseByStatus('update', before);
	return planChanges(before, entered, choices);
}

export function readChanges(
	item: Item,
	{ zone }: OutputOptions,
	others: object = {},
): DraftReading {
	const collection = readCollection(item, 'changes');
	const reading = readDraft({
		fields: { ...readInvoiceFields(collection), ...others },
		lineItems: readLineItems(item, collection),
		ignoredColumns: readIgnoredColumns(item),
		customFields: readCustomFields(collection),
		zone,
		inputFormat: readInputFormat(item),
	});
	const empty = errorsOf(checkEmptyExpressions(item, 'changes'));
	return { ...reading, problems: addProblemsOfOtherFields(reading.problems, empty) };
}

export function readUpdateOptions(item: Item, { today }: OutputOptions): UpdateOptions {
	const collection = readCollection(item, 'changes');
	return {
		cleared: readCleared(collection),
		lines: readLineChangeMode(item, collection),
		basis: readTaxBasis(item),
		today,
	};
}

export interface PlannedChanges extends PlannedDraft {
	changes: Difference[];
	/** In what the invoice stays as it is, although something else was entered. */
	note?: string;
}

export function planChanges(
	before: Invoice,
	entered: DraftReading,
	choices: UpdateOptions,
): PlannedChanges {
	const stored = fromInvoice(before);
	const plan = planUpdate(stored, entered, choices);
	const problems = [...plan.problems];
	throwIfErrors(problems, 'The invoice was read, and nothing was changed.');
	const changes = diffDrafts(stored.draft, plan.draft);
	// A service may have custom fields without showing them, so to clear them is always a change.
	const isUnseen =
		choices.cleared.includes('customFields') && before[CUSTOM_FIELDS_KEY] === undefined;
	if (isUnseen) changes.push({ field: 'Custom Field Values', before: 'not shown', after: null });
	const isTotal = ({ field }: Difference) => field === INVOICE_FIELDS.totalAmount.label;
	if (statusOf(before) === 'SENT' && changes.some(isTotal)) {
		const advice = 'Use Send to email it again';
		problems.push(warning('', `The customer was emailed another total. ${advice}`));
	}
	return { ...plan, problems, changes };
}

export async function carryOutUpdate(
	run: ItemRun,
	before: Invoice,
	planned: PlannedChanges,
	view: OutputOptions,
): Promise<INodeExecutionData[]> {
	const { draft, changes, problems, note } = planned;
	const isChanged = changes.length > 0;
	const warnings = warningTexts(problems);
	const after = isChanged ? await putKnown(run.transport, before, draft, warnings) : before;
	const differing = isChanged ? differingFieldsInWords(draft, fromInvoice(after).draft) : '';
	if (differing !== '')
		warnings.push(`The service returned other values than were sent: ${differing}`);
	const [oldLink, link] = [before, after].map(paymentLinkOf);
	if (oldLink !== null && link !== null && link !== oldLink)
		warnings.push('The payment link is new. The old one no longer works');
	const outcome = isChanged ? 'updated' : 'unchanged';
	const notes = changesIn(planned, view);
	return [changedItem(run, after, view, { outcome, notes, warnings, note })];
}

export const previewChanges = (planned: PlannedChanges, view: OutputOptions): Preview => ({
	outcome: planned.changes.length > 0 ? 'wouldUpdate' : 'unchanged',
	plan: planned,
	notes: { ...changesIn(planned, view), ...(planned.note && { reason: planned.note }) },
});

function changesIn({ changes, steps }: PlannedChanges, view: OutputOptions): IDataObject {
	const shown = maskDifferences(view, changes);
	return {
		changes:
			view.output.kind === 'simplified'
				? differencesInWords(shown)
				: shown.map((change) => ({ ...change })),
		calculation: steps,
	};
}

/** A service may refuse what it returned itself. Then it is sent without what the specification does not have. */
async function putKnown(
	transport: Transport,
	before: Invoice,
	draft: InvoiceDraft,
	warnings: string[],
): Promise<Invoice> {
	const body = toBody(draft);
	const names = addUnknownFields(body, before);
	const put = await catchFailure(putOnce(transport, before, draft, body));
	if (!(put instanceof ServiceFailure)) return put;
	if (names.length === 0 || ![400, 422].includes(put.status ?? 0)) throw put;
	const after = await catchFailure(putOnce(transport, before, draft, toBody(draft)));
	// The fields were not the reason.
	if (after instanceof ServiceFailure) throw put;
	warnings.push(
		`The service refuses fields that it returned. The invoice was updated without them: ${names.join(', ')}`,
	);
	return after;
}

/** Where the answer is lost, the invoice is read before it is sent again: somebody may have changed it since. */
async function putOnce(
	transport: Transport,
	before: Invoice,
	draft: InvoiceDraft,
	body: IDataObject,
): Promise<Invoice> {
	const invoicing = new Invoicing(transport);
	const number = invoiceNumberOf(before);
	const put = await sendOnce<Invoice>(transport, {
		send: async () => await invoicing.update(number, body),
		look: async () => {
			const now = await invoicing.get(number, OPERATION);
			const stored = fromInvoice(now).draft;
			if (diffDrafts(fromInvoice(before).draft, stored).length === 0) return undefined;
			const differing = differingFieldsInWords(draft, stored);
			if (differing === '') return now;
			throw refusal(
				`Invoice ${number} has neither its old values nor the new ones: ${differing}. Somebody else may have changed it in the meantime`,
				'The service gave no clear response to the update, which was not sent again. Look at the invoice, and run it again.',
			);
		},
		again: true,
	});
	if ('result' in put) return put.result;
	throw put.failure;
}

const ONLY_IN_ANSWERS = [
	...['_links', 'id', 'submitTimeUtc', 'status', 'createdDate', 'invoiceHistory'],
	...['invoiceInformation.paymentLink', 'invoiceInformation.customLabels'],
	'orderInformation.amountDetails.balanceAmount',
];

const pathsOf = (fields: Record<string, Field>): string[] =>
	Object.values(fields).flatMap(({ path, otherPath = path }) =>
		[path, otherPath].map((one) => one.join('.')),
	);

const LISTS = [LINE_ITEMS_PATH.join('.'), CUSTOM_FIELDS_KEY];
const KNOWN = new Set([...pathsOf(INVOICE_FIELDS), ...ONLY_IN_ANSWERS, ...LISTS]);
const KNOWN_OF_LINES = new Set(pathsOf(LINE_FIELDS));

/** Returns the names of what it added. */
const addUnknown = (
	to: IDataObject,
	from: IDataObject,
	known: ReadonlySet<string>,
	place = '',
): string[] =>
	Object.entries(from).flatMap(([name, value]) => {
		const path = `${place}${name}`;
		if (value === null || known.has(path)) return [];
		if (!isRecord(value)) {
			to[name] = value;
			return [path];
		}
		const group = isRecord(to[name]) ? to[name] : {};
		const added = addUnknown(group, value, known, `${path}.`);
		if (added.length > 0) to[name] = group;
		return added;
	});

const linesIn = (body: IDataObject): IDataObject[] => {
	const lines = valueAt(body, LINE_ITEMS_PATH);
	return Array.isArray(lines) ? (lines as IDataObject[]) : [];
};

/** The same for the body of an update, which takes away what it leaves out: "processingInformation.priority". */
export function addUnknownFields(body: IDataObject, before: Invoice): string[] {
	const left = [...linesIn(before)];
	const ofLines = linesIn(body).flatMap((line) => {
		const index = left.findIndex(({ productSku }) => productSku === line.productSku);
		if (index < 0) return [];
		return addUnknown(line, left.splice(index, 1)[0], KNOWN_OF_LINES);
	});
	const ofInvoice = addUnknown(body, before, KNOWN);
	return [...ofInvoice, ...new Set(ofLines.map((name) => `lineItems.${name}`))];
}
