import type { INodeProperties } from 'n8n-workflow';

import { showHint } from '../../../shared/node/errors';
import { flagField, showFor, textField } from '../../../shared/node/fields';
import { given, read, readCount, readOptions } from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import { readAll, type Refusal, refusal } from '../../../shared/problem';
import {
	fileField,
	readBinaryPropertyName,
	WORKBOOK_CHOICE,
} from '../../../shared/spreadsheet/fields';
import { optionsOf, readOrganizationId } from '../common/options';
import { periodFields, readPeriod } from '../common/period';
import { groupNameOption, reportingFor } from '../onDemandReport/asked';
import { compareAll, type Input, isDeclined, type Line } from './comparison';
import { fieldsOf, LABELS, readExpected } from './expected';
import { type Shown, shownAs } from './output';
import { type Payment, readPayments } from './payments';

const USUAL_REFERENCE = 'merchantReferenceNumber';

const FIELD_NAME: Partial<INodeProperties> = { typeOptions: { requiresDataPath: 'single' } };

const daysField: INodeProperties = {
	displayName: 'Days Until Settled',
	name: 'daysUntilSettled',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 31, numberPrecision: 0 },
	default: 3,
	description:
		'Payments of the last days of the period may not be settled yet. They count as pending, not as missing.',
};

const referenceOption = textField('Service Reference Field', 'serviceReference', {
	default: USUAL_REFERENCE,
	description: 'The field of a purchase with your reference, as the service names it',
});

export const reconcile = operation({
	name: 'Reconcile',
	action: 'Reconcile payments',
	description:
		'Compare what your customers paid, such as paid invoices or orders, with what was settled',
	subtitle: 'Reconcile Payments',
	builderHint:
		'Takes items with a reference, an amount and a currency. Use it in place of a Merge with Code or Summarize nodes.',
	fields: [
		// What was paid yesterday is not settled yet.
		...periodFields.map((field) =>
			field.name === 'period' ? { ...field, default: 'lastMonth' } : field,
		),
		textField(LABELS.reference, 'referenceField', {
			...FIELD_NAME,
			placeholder: 'e.g. invoiceNumber',
			description: 'The input field with the invoice or order number. Leave it empty to find it.',
		}),
		textField(LABELS.date, 'dateField', {
			...FIELD_NAME,
			placeholder: 'e.g. paidDate',
			description:
				"The input field that says when it was paid. Without it, payments of another time can't be told from missing ones.",
		}),
		daysField,
		{
			displayName: 'Output',
			name: 'reconcileOutput',
			type: 'options',
			default: 'differences',
			description: 'The first items sum up each currency',
			options: [
				{ name: 'All', value: 'all', description: 'One item for each reference and currency' },
				{ name: 'Differences', value: 'differences', description: 'Only what does not agree' },
				WORKBOOK_CHOICE,
			],
		},
		...showFor({ reconcileOutput: [WORKBOOK_CHOICE.value] }, [fileField]),
		optionsOf(
			textField(LABELS.amount, 'amountField', {
				...FIELD_NAME,
				placeholder: 'e.g. totalAmount',
				description: 'The input field with the amount',
			}),
			textField(LABELS.currency, 'currencyField', {
				...FIELD_NAME,
				placeholder: 'e.g. currency',
				description: 'The input field with the currency',
			}),
			groupNameOption,
			flagField(
				'Ignore Other Payments',
				'ignoreOthers',
				'Whether to leave out payments that are not in the input, for example orders of your shop when you reconcile invoices',
				{ default: true },
			),
			referenceOption,
		),
	],

	// Everything that can be read is compared at once. What cannot be read fails as a row of its own.
	groupBy: (item) => (readExpected(item).reference === '' ? undefined : 'all'),

	prepare(item) {
		const { serviceReference, groupName, ignoreOthers } = readOptions(item);
		const plan = readAll({
			period: () => readPeriod(item),
			inputs: () => item.group.map((row): Input => ({ ...readExpected(row), index: row.index })),
			daysUntilSettled: () =>
				readCount(daysField.displayName, read(item, daysField.name, 3), {
					fallback: 3,
					least: 0,
					most: 31,
				}),
			query: () => ({ groupName: given(groupName, groupNameOption.displayName) }),
			serviceField: () => given(serviceReference, referenceOption.displayName) ?? USUAL_REFERENCE,
			organizationId: () => readOrganizationId(item),
			binaryPropertyName: () => readBinaryPropertyName(item.parameter),
		});
		return {
			...plan,
			output: read<Shown['output']>(item, 'reconcileOutput', 'differences'),
			ignoresOthers: ignoreOthers === true,
			inputField: fieldsOf(item).reference,
		};
	},

	async carryOut({ period, query, inputs, inputField, serviceField, ...plan }, run) {
		const warnings = new Set<string>();
		const question = { reporting: reportingFor(run, plan), period, query };
		const payments = await readPayments(run, question, serviceField, (one) => warnings.add(one));
		const lines = compareAll(inputs, payments, { ...period, ...plan });
		const references = new Set(inputs.map(({ reference }) => reference));
		if (!hasMatch(references, payments) && lines.some(isMissing)) {
			throw noMatch(inputs, inputField, payments, serviceField);
		}
		// A payment in another currency belongs to the input where its reference does.
		const isOwn = ({ reference }: Line) => references.has(reference);
		const shown = plan.ignoresOthers ? lines.filter(isOwn) : lines;
		for (const message of warnings) showHint(run.context, message);
		const notFound = shown.filter(({ result }) => result === 'notFound').length;
		if (notFound > 0) showHint(run.context, withoutDates(notFound), { type: 'info' });
		return await shownAs(shown, { ...plan, period, warnings: [...warnings] }, run);
	},
});

/** Where nothing was settled at all, there is nothing to match. */
const hasMatch = (references: ReadonlySet<string>, payments: readonly Payment[]): boolean =>
	payments.every(isDeclined) || payments.some(({ reference }) => references.has(reference));

const isMissing = ({ result }: Line): boolean => result === 'notSettled' || result === 'notFound';

function noMatch(
	inputs: readonly Input[],
	inputField: string,
	payments: readonly Payment[],
	serviceField: string,
): Refusal {
	const some = (all: ReadonlyArray<{ reference: string }>) =>
		[...new Set(all.map(({ reference }) => reference || '(empty)'))].slice(0, 3).join(', ');
	return refusal(
		`no reference of the input matches one of the service. In the input (${inputField}): ${some(inputs)}. At the service (${serviceField}): ${some(payments)}`,
		`Choose the field of the input in ${LABELS.reference}, or the field of the service in ${referenceOption.displayName} (Options). To see the fields of the service, get the purchase and refund detail with all columns.`,
		LABELS.reference,
	);
}

const withoutDates = (count: number): string =>
	`References not found in the period: ${count}. They may have been paid at another time. To tell those from missing ones, choose a ${LABELS.date}.`;
