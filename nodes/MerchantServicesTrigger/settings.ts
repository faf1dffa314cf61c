import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toDecimal } from '../shared/money';
import { CHANGES, type Change, type InvoiceSettings } from './events/invoiceStatus/settings';
import type { ReportSettings } from './events/newReport/settings';
import type { Start } from './events/start';
import { readCollection, readList, readText } from './parameters';

export type EventName = 'newReport' | 'invoiceStatusChanged';

const DATE_CHANGES: readonly Change[] = ['overdue', 'expiresSoon'];

function readStart(context: IPollFunctions): Start {
	const kind = context.getNodeParameter('start', 'now') as Start['kind'];
	if (kind !== 'days') return { kind };
	const days = context.getNodeParameter('startDays', 7);
	return { kind, days: readCount(context, 'Days', days, 7, 1) };
}

export function readReportSettings(context: IPollFunctions): ReportSettings {
	const filters = readCollection(context, 'reportFilters');
	const options = readCollection(context, 'options');
	const list = (name: string) => readList(filters[name]);
	const statuses = readList(context.getNodeParameter('reportStatuses', ['COMPLETED']));
	if (statuses.length === 0) {
		throw new NodeOperationError(context.getNode(), 'Report Status: choose at least one', {
			description: 'Without a status no report is ever handed over. Completed is the usual choice.',
		});
	}
	return {
		filters: {
			names: readList(context.getNodeParameter('reportNames', '')),
			definitions: list('definitions'),
			frequencies: list('frequencies'),
			mimeTypes: list('mimeTypes'),
			statuses,
		},
		start: readStart(context),
		lookBackHours: readCount(context, 'Look Back (Hours)', options.lookBackHours, 72, 1),
		limit: readCount(context, 'Max Events per Poll', options.maxEvents, 500, 1),
	};
}

export function readInvoiceSettings(context: IPollFunctions): InvoiceSettings {
	const filters = readCollection(context, 'invoiceFilters');
	const options = readCollection(context, 'options');
	return {
		numbers: readNumbers(context),
		filters: {
			changes: readChanges(context),
			customers: readList(filters.customers),
			minimumAmount: readAmount(context, 'Minimum Amount', filters.minimumAmount),
			maximumAmount: readAmount(context, 'Maximum Amount', filters.maximumAmount),
			currency: readText(filters.currency).trim(),
			expiresWithinDays: readCount(
				context,
				'Expires Soon Means (Days)',
				options.expiresWithinDays,
				3,
				0,
			),
		},
		steps: context.getNodeParameter('steps', 'each') as InvoiceSettings['steps'],
		start: readStart(context),
		limit: readCount(context, 'Max Events per Poll', options.maxEvents, 500, 1),
		pageSize: readCount(context, 'Page Size', options.pageSize, 100, 1),
		zone: context.getTimezone(),
		partialChecks: readCount(
			context,
			'Partly Paid Invoices to Check per Poll',
			options.partialChecks,
			200,
			0,
		),
	};
}

function readChanges(context: IPollFunctions): Change[] {
	const chosen = readList(context.getNodeParameter('changes', ['any']));
	if (chosen.length === 0) {
		throw new NodeOperationError(context.getNode(), 'Changes: choose at least one', {
			description:
				'Without a change to watch for nothing is ever handed over. Any is the usual choice.',
		});
	}
	return CHANGES.filter(
		(change) =>
			chosen.includes(change) || (chosen.includes('any') && !DATE_CHANGES.includes(change)),
	);
}

function readNumbers(context: IPollFunctions): string[] | undefined {
	const watch: unknown = context.getNodeParameter('watch', 'all');
	if (watch === 'all') return undefined;
	const numbers = readList(context.getNodeParameter('invoiceNumbers', ''));
	if (numbers.length > 0) return numbers;
	throw new NodeOperationError(context.getNode(), 'Invoice Numbers is required', {
		description: 'Enter the numbers of the invoices to watch, separated by commas, or watch all.',
	});
}

function readAmount(context: IPollFunctions, field: string, value: unknown): string | undefined {
	const text = readText(value).trim();
	if (text === '') return undefined;
	if (toDecimal(text) !== undefined) return text;
	throw new NodeOperationError(context.getNode(), `${field} is "${text}"`, {
		description: 'Enter an amount with a point and without separators, for example 1250.00.',
	});
}

function readCount(
	context: IPollFunctions,
	field: string,
	value: unknown,
	fallback: number,
	least: number,
): number {
	const count = Number(value ?? fallback);
	if (Number.isInteger(count) && count >= least) return count;
	throw new NodeOperationError(context.getNode(), `${field} is "${String(value)}"`, {
		description: `Enter a whole number from ${least} up, for example ${fallback}.`,
	});
}
