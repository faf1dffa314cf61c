import type { INodeProperties } from 'n8n-workflow';

import { showHint } from '../../../shared/node/errors';
import { showFor, textField } from '../../../shared/node/fields';
import { given, read, readInRange, readOptions } from '../../../shared/node/parameters';
import { operation, type Resource } from '../../../shared/node/resource';
import { readAll, refusal } from '../../../shared/problem';
import { Reporting } from '../../../shared/service/reporting';
import {
	fileField,
	readBinaryPropertyName,
	WORKBOOK_CHOICE,
} from '../../../shared/spreadsheet/fields';
import { number } from '../../../shared/text';
import { optionsOf, readOrganizationId } from '../common/options';
import { periodFields, readPeriod } from '../common/period';
import { compareAll, type Line, RESULTS } from './comparison';
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
	description:
		'Payments of the last days of the period may not be settled yet. They count as pending, not as missing.',
};

/** A list of paid invoices does not say when they were paid: most were within three months. */
const USUAL_PERIOD: Record<string, string | number> = { period: 'lastNDays', periodDays: 90 };

const get = operation({
	name: 'Reconcile',
	action: 'Reconcile payments',
	description:
		'Compare what your customers paid, such as paid invoices or orders, with what was settled',
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
				{
					name: 'Differences',
					value: 'differences',
					description: 'What does not agree, and payments that are not in the input as one sum',
				},
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
		const references = new Set(inputs.map(({ reference }) => reference));
		if (!payments.some(({ reference }) => references.has(reference))) {
			refuseNoMatch(lines, serviceField);
		}
		for (const [note, advice] of Object.entries(ADVICE)) {
			const { length } = lines.filter((line) => line.note === note);
			const message = `${note}: ${number(length)}. ${advice}`;
			if (length > 0) showHint(run.context, message, { type: 'info' });
		}
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

function refuseNoMatch(lines: readonly Line[], serviceField: string): void {
	const some = (...results: string[]) => {
		const found = lines.filter(({ result }) => results.includes(result));
		return [...new Set(found.map(({ reference }) => reference || '(empty)'))]
			.slice(0, 3)
			.join(', ');
	};
	const [input, service] = [some('notSettled', 'notFound'), some('notExpected')];
	if (input === '' || service === '') return;
	throw refusal(
		`no reference of the input matches one of the service. In the input: ${input}. At the service (${serviceField}): ${service}`,
		`Choose another field of the input in ${FIELDS.reference.displayName}, or of the service in ${referenceOption.displayName} (both in Options). To see the fields of the service, get the purchase and refund detail with all columns.`,
		FIELDS.reference.displayName,
	);
}

const ADVICE = {
	[RESULTS.notFound]: `They may have been paid at another time: choose a longer period. If the input says when they were paid, choose a ${FIELDS.date.displayName} (Options).`,
	[RESULTS.part]: 'The rest may have been paid at another time: choose a longer period.',
	[RESULTS.repeated]: 'An amount in several rows of an order counts once.',
	[RESULTS.notExpected]:
		"These payments aren't in the input: they may be other sales, or the input is cut off by a limit.",
};
