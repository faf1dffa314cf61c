import type { INodeProperties } from 'n8n-workflow';

import { showHint } from '../../../shared/node/errors';
import { showFor, textField } from '../../../shared/node/fields';
import { given, read, readInRange, readOptions } from '../../../shared/node/parameters';
import { operation, type Resource } from '../../../shared/node/resource';
import { readAll, refusal, type Refusal } from '../../../shared/problem';
import { Reporting } from '../../../shared/service/reporting';
import {
	fileField,
	readBinaryPropertyName,
	WORKBOOK_CHOICE,
} from '../../../shared/spreadsheet/fields';
import { optionsOf, readOrganizationId } from '../common/options';
import { periodFields, readPeriod } from '../common/period';
import { compareAll } from './comparison';
import { FIELDS, readAllExpected, readExpected } from './expected';
import { type Shown, shownAs } from './output';
import { readPayments } from './payments';

const USUAL_REFERENCE = 'merchantReferenceNumber';

const referenceOption = textField('Service Reference Field', 'serviceReference', {
	default: USUAL_REFERENCE,
	description: 'The field of a purchase with your reference, as the service names it',
});

const DAYS_BOUNDS = { fallback: 3, least: 0, most: 31 };

const daysOption: INodeProperties = {
	displayName: 'Days Until Settled',
	name: 'daysUntilSettled',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 31, numberPrecision: 0 },
	default: 3,
	description: 'Payments in the last days of the period count as pending if not settled',
};

/** A list of paid invoices does not say when they were paid: most were within three months. */
const USUAL_PERIOD: Record<string, string | number> = { period: 'lastNDays', periodDays: 90 };

const get = operation({
	name: 'Reconcile',
	action: 'Reconcile payments',
	description: 'Compare paid invoices or orders with what was settled',
	subtitle: 'Reconcile Payments',
	builderHint:
		'Takes items with a reference, an amount and a currency. Use it in place of a Merge with Code or Summarize nodes.',
	fields: [
		...periodFields.map((field) => ({
			...field,
			default: USUAL_PERIOD[field.name] ?? field.default,
		})),
		{
			displayName: 'Output',
			name: 'reconcileOutput',
			type: 'options',
			default: 'differences',
			description: 'The first items sum up each currency',
			options: [
				{ name: 'All', value: 'all', description: 'One item for each reference and currency' },
				{ name: 'Differences', value: 'differences', description: "Only what doesn't agree" },
				WORKBOOK_CHOICE,
			],
		},
		...showFor({ reconcileOutput: [WORKBOOK_CHOICE.value] }, [fileField]),
		optionsOf(...Object.values(FIELDS), daysOption, referenceOption),
	],

	// Everything that can be read is compared at once. What cannot be read fails as a row of its own.
	groupBy(item) {
		readExpected(item);
		return 'all';
	},

	prepare: (item) =>
		readAll({
			period: () => readPeriod(item),
			inputs: () => readAllExpected(item.group),
			serviceField: () =>
				given(readOptions(item).serviceReference, referenceOption.displayName) ?? USUAL_REFERENCE,
			daysUntilSettled: () =>
				readInRange(daysOption.displayName, readOptions(item).daysUntilSettled, DAYS_BOUNDS),
			organizationId: () => readOrganizationId(item),
			output: () => read<Shown['output']>(item, 'reconcileOutput', 'differences'),
			binaryPropertyName: () => readBinaryPropertyName(item.parameter),
		}),

	async carryOut({ period, inputs, serviceField, daysUntilSettled, ...plan }, run) {
		const warnings = new Set<string>();
		const reporting = new Reporting(run.transport, plan.organizationId);
		const question = { reporting, period, query: {}, offset: 0, limit: Infinity };
		const payments = await readPayments(question, serviceField, (one) => warnings.add(one));
		const lines = compareAll(inputs, payments, { ...period, daysUntilSettled });
		for (const message of warnings) showHint(run.context, message);
		const [own, theirs] = [inputs, payments].map(
			(all) => new Set(all.map(({ reference }) => reference || '(empty)')),
		);
		const isMissing = lines.some(({ result }) => ['notFound', 'notSettled'].includes(result));
		const isMatched = [...own].some((reference) => theirs.has(reference));
		if (isMissing && theirs.size > 0 && !isMatched) throw noMatch(own, theirs, serviceField);
		return await shownAs(lines, { ...plan, period, warnings: [...warnings] }, run);
	},
});

/** Whether what was paid agrees with what was settled. */
export const reconciliation: Resource = {
	name: 'Reconciliation',
	value: 'reconciliation',
	description: 'What your customers paid, compared with what was settled',
	default: 'get',
	operations: { get },
};

function noMatch(own: Set<string>, theirs: Set<string>, serviceField: string): Refusal {
	const [input, service] = [own, theirs].map((all) => [...all].slice(0, 3).join(', '));
	return refusal(
		`no reference of the input matches one of the service. In the input: ${input}. At the service (${serviceField}): ${service}`,
		`Choose another field of the input in ${FIELDS.reference.displayName}, or of the service in ${referenceOption.displayName} (both in Options). To see the fields of the service, get the purchase and refund detail with all columns.`,
		FIELDS.reference.displayName,
	);
}
