import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import { INVOICE_FIELDS } from '../../../shared/invoice/invoice';
import { currencyField } from '../../../shared/node/currency';
import { read, readCollection, readNumberField } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import {
	error,
	errorsOf,
	addProblemsOfOtherFields,
	type Problem,
	Refusal,
	refusal,
} from '../../../shared/problem';
import { Invoicing } from '../../../shared/service/invoicing';
import {
	type DraftReading,
	type EnteredInvoice,
	readDraft,
	skuFromName,
} from '../../invoice/draft';
import {
	checkUnbillableLines,
	ROWS_DIFFER_MESSAGE,
	TOTALS_ROW_MESSAGE,
	joinRows,
	type RowOfInvoice,
	addRowNumbersToProblems,
} from '../../invoice/joinRows';
import { planCreate } from '../../invoice/plan';
import type { DeliveryChoice } from '../../invoice/states';
import { type TaxBasis, checkSubtotal } from '../../invoice/totals';
import { type InvoiceDraft, isBlank, type LineItem } from '../../invoice/values';
import {
	checkOnlyField,
	serviceNumbersOption,
	taxCalculationOption,
	commonOptions,
} from '../options';
import { checkableOperation } from './checkOnly';
import {
	additionalFields,
	customerEmailField,
	customerNameField,
	DEFAULT_CURRENCY,
	dueDateField,
	dueInDaysField,
	checkEmptyExpressions,
	lineItemsField,
	readCustomFields,
	readIgnoredColumns,
	readInvoiceFields,
	readInvoiceOptions,
	readLineItems,
	readInputFormat,
} from './invoiceFields';
import {
	isServiceNumbered,
	optionalNumberField,
	checkNextRowHasNumber,
	failedItemColumns,
	groupKeyOf,
	checkEnteredNumber,
	checkEarlierBatches,
	readEnteredNumber,
} from './invoiceNumber';
import { createOnce, previewCreate, type RequestedInvoice } from './once';
import {
	changedItem,
	invoiceNumberInOutput,
	readOutputOptions,
	type OutputOptions,
} from './output';
import {
	showIfManual,
	isAutoMapped,
	isSkippedEmptyRow,
	isTotalsRow,
	mappingModeFields,
	sheetMismatchToProblem,
	sheetRowOf,
	takeSubAmount,
	withColumnNames,
	moveTaxAndDiscountToOrder,
} from './sheet';

/** The default is a draft, which Send can email. */
export const deliveryField: INodeProperties = {
	displayName: 'What to Create',
	name: 'delivery',
	type: 'options',
	default: 'emailDraft',
	options: [
		{
			name: 'Create and Email Now',
			value: 'emailNow',
			description: 'The customer gets an email with a link to pay',
		},
		{
			name: 'Publish and Share the Link Myself',
			value: 'share',
			description: 'The customer can pay, but gets no email',
		},
		{
			name: 'Save a Draft to Email Later',
			value: 'emailDraft',
			description: 'Only you see it until Send emails it',
		},
		{
			name: 'Save a Draft to Share Later',
			value: 'draft',
			description: 'Only you see it until Send publishes it, without an email',
		},
	],
};

export const newInvoiceFieldsWith = (numberField: INodeProperties): INodeProperties[] => [
	...mappingModeFields,
	showIfManual(numberField),
	deliveryField,
	showIfManual(customerNameField),
	showIfManual(customerEmailField),
	{
		...currencyField,
		required: true,
		// Without a cached name: with one, n8n puts USD before what a search of the list finds.
		default: { mode: 'list', value: DEFAULT_CURRENCY },
	},
	showIfManual(lineItemsField),
	checkOnlyField,
];

export const create = checkableOperation({
	name: 'Create',
	action: 'Create invoice',
	description:
		'Bill a new order, as a draft, by email or with a link. An existing invoice is never changed.',
	subtitle: 'Create Invoice',
	builderHint:
		'Use it for new orders, for example one invoice for each row of a sheet. A second run with the same invoice numbers bills nobody twice. Use upsert only if orders change after they were billed.',
	fields: [
		...newInvoiceFieldsWith(optionalNumberField('additionalFields')),
		additionalFields(dueDateField, dueInDaysField, ...commonOptions, serviceNumbersOption),
	],

	groupBy: groupKeyOf,
	isLeftOut: isSkippedEmptyRow,

	prepare(item) {
		const view = readOutputOptions(item);
		const { delivery, plan } = planRequestedInvoice(item, view);
		return { delivery, plan, view };
	},

	check: async (prepared, { transport }) => await previewCreate(new Invoicing(transport), prepared),

	async carryOut(prepared, run) {
		const { invoice, ...changed } = await createOnce(new Invoicing(run.transport), prepared);
		const notes = { calculation: prepared.plan.steps };
		return [changedItem(run, invoice, prepared.view, { ...changed, notes })];
	},

	done: invoiceNumberInOutput,
	columns: failedItemColumns,
	isRepeatable: (item) => !isServiceNumbered(item),
});

export const FIELDS_BY_DELIVERY: Record<
	DeliveryChoice,
	Pick<InvoiceDraft['fields'], 'deliveryMode' | 'sendImmediately'>
> = {
	draft: { deliveryMode: 'none', sendImmediately: false },
	emailDraft: { deliveryMode: 'email', sendImmediately: false },
	emailNow: { deliveryMode: 'email', sendImmediately: true },
	share: { deliveryMode: 'none', sendImmediately: true },
};

export function readTaxBasis(item: Item): TaxBasis | undefined {
	const basis = readInvoiceOptions(item)[taxCalculationOption.name];
	if (basis !== '') return basis as TaxBasis | undefined;
	throw refusal(
		'has no value',
		'Its expression gives an empty text for this item. Correct it, or remove the option.',
		taxCalculationOption.displayName,
	);
}

function entryOf(item: Item, group: readonly Item[]): EnteredInvoice {
	const additional = readCollection(item, 'additionalFields');
	const ofForm = {
		...readInvoiceFields(additional),
		currency: item.parameter('currency', undefined, { extractValue: true }),
	};
	const customFields = readCustomFields(additional);
	if (!isAutoMapped(item)) {
		const fields = {
			...ofForm,
			customerName: read<unknown>(item, 'customerName', ''),
			customerEmail: read<unknown>(item, 'customerEmail', ''),
		};
		return { fields, lineItems: readLineItems(item, additional), customFields };
	}
	// What all rows leave empty is as the form says.
	const inSheet = group.map((one) => sheetRowOf(one).fields);
	const left = Object.entries(ofForm).filter(([name]) => !inSheet.some((row) => name in row));
	const currency = inSheet.map((row) => row.currency).find((code) => code !== undefined);
	const { fields, line, lines = readLineItems(item, additional) } = sheetRowOf(item);
	const own = Object.keys(line).length > 0 ? [line] : [];
	const isList = [lines].flat().length > 0;
	if (isList && own.length > 0) {
		const names = Object.keys(line).join(', ');
		throw refusal(
			`are there as a list, and the row has columns for a line too: ${names}`,
			'Add what is not to be billed to Ignore Columns.',
			lineItemsField.displayName,
		);
	}
	return {
		fields: { ...Object.fromEntries(left), ...(currency ? { currency } : {}), ...fields },
		lineItems: isList ? lines : own,
		customFields,
	};
}

function readRow(item: Item, zone: string, group: readonly Item[]): Row {
	const sheet = isAutoMapped(item) ? sheetRowOf(item) : undefined;
	const row = item.index + 1;
	if (sheet !== undefined && isTotalsRow(item)) {
		const problem = error('', `this ${TOTALS_ROW_MESSAGE}`);
		throw new Refusal([group.length === 1 ? problem : { ...problem, row }]);
	}
	const entry = entryOf(item, group);
	const reading = readDraft({
		...entry,
		fields: {
			...entry.fields,
			...FIELDS_BY_DELIVERY[readDelivery(item)],
			invoiceNumber: readEnteredNumber(item),
		},
		ignoredColumns: readIgnoredColumns(item),
		zone,
		inputFormat: readInputFormat(item),
	});
	reading.draft.lineItems = reading.draft.lineItems.map(withSku);
	const empty = checkEmptyExpressions(item, 'additionalFields');
	const others = [...checkEnteredNumber(item, reading.draft), ...empty];
	reading.problems = addProblemsOfOtherFields(
		[...(sheet?.problems ?? []), ...reading.problems],
		others,
	);
	// What is said of a row with a list is said of all its lines.
	const ofRow = sheet?.ifTaxed.map((one) => (sheet.lines ? { ...one, line: undefined } : one));
	reading.ifTaxed = [...(ofRow ?? []), ...(reading.ifTaxed ?? [])];
	return { row, reading, ifNew: sheet?.ifNew, unused: sheet?.unused };
}

interface Row extends RowOfInvoice {
	ifNew?: Problem;
}

const readDelivery = (item: Item): DeliveryChoice =>
	read<DeliveryChoice>(item, deliveryField.name, 'emailDraft');

export function planRequestedInvoice(
	item: Item,
	{ zone, today }: OutputOptions,
): Omit<RequestedInvoice, 'view'> & { entered: DraftReading } {
	const seen = checkEarlierBatches(item);
	const rows = item.group.map((one) => readRow(one, zone, item.group));
	const entered = rows.length === 1 ? rows[0].reading : joinRows(rows);
	entered.problems = [...entered.problems, ...seen, ...item.group.flatMap(checkNextRowHasNumber)];
	const isSheet = isAutoMapped(item);
	const basis = readTaxBasis(item);
	if (item.group.some((one) => readTaxBasis(one) !== basis)) {
		entered.problems.push(error(taxCalculationOption.displayName, ROWS_DIFFER_MESSAGE));
	}
	const subtotal = isSheet ? takeSubAmount(item, entered.draft) : undefined;
	if (isSheet) {
		Object.assign(entered, moveTaxAndDiscountToOrder(item, entered, basis));
		entered.problems.push(...checkUnbillableLines(entered.draft, basis));
	}
	const { label } = INVOICE_FIELDS.dueDate;
	const isUnread = errorsOf(entered.problems).some(({ field }) => field === label);
	const isDueSet = entered.draft.fields.dueDate === undefined && !isUnread;
	const dated = isDueSet ? withDueDate(entered, item, today) : entered;
	const mismatch = isSheet ? sheetMismatchToProblem(item) : undefined;
	const plan = planCreate(dated, { basis, today }, mismatch);
	if (subtotal !== undefined && mismatch !== undefined) {
		const wrong = checkSubtotal(subtotal, plan.draft, mismatch, basis);
		plan.problems = addProblemsOfOtherFields(plan.problems, wrong);
	}
	plan.problems = placed(item, rows, plan.problems);
	const ifNew = rows.flatMap(({ ifNew: problem, row }) =>
		problem === undefined ? [] : { ...problem, row: rows.length === 1 ? undefined : row },
	);
	return {
		delivery: readDelivery(item),
		entered,
		plan: { ...plan, isDueSet, ifNew: [...ifNew, ...(plan.ifNew ?? [])] },
	};
}

/** The problems with their rows, and those of a sheet with its columns. */
function placed(item: Item, rows: readonly Row[], problems: readonly Problem[]): Problem[] {
	const isSheet = isAutoMapped(item);
	// Where each row has one line, the row says which.
	const hasLists = rows.some(({ reading: { draft } }) => draft.lineItems.length > 1);
	const isRowEnough = !hasLists && (isSheet || rows.length > 1);
	return (rows.length === 1 ? problems : addRowNumbersToProblems(rows, problems))
		.map((problem) => (isSheet ? withColumnNames(item, problem) : problem))
		.map((problem) => (isRowEnough ? { ...problem, line: undefined } : problem));
}

/** An invoice that exists keeps its date. */
function withDueDate(entered: DraftReading, item: Item, today: string): DraftReading {
	const { draft } = entered;
	const { dueInDays } = readCollection(item, 'additionalFields');
	const days = readNumberField(dueInDaysField, isBlank(dueInDays) ? undefined : dueInDays);
	const dueDate = DateTime.fromISO(today, { zone: 'utc' }).plus({ days }).toISODate() ?? '';
	return { ...entered, draft: { ...draft, fields: { ...draft.fields, dueDate } } };
}

const withSku = (line: LineItem): LineItem =>
	line.productSku !== undefined || line.productName === undefined
		? line
		: { ...line, productSku: skuFromName(String(line.productName)) };
