import { createHash } from 'crypto';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { contentFields, contentOptions } from '../../../shared/content/choices';
import { booleanField, textField } from '../../../shared/node/fields';
import { definitionLabel } from '../../../shared/catalog/definitions';
import {
	optionalText,
	read,
	readCollection,
	readNumberField,
	readOptions,
} from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { type Period, splitPeriod } from '../../../shared/period/period';
import { readAll } from '../../../shared/problem';
import { MAX_REPORT_DAYS } from '../../../shared/service/reporting';
import { readRequestedContent } from '../common/download';
import { failIfEmptyOption, reportingOperation } from '../common/fields';
import { periodFields, readPeriod, readPeriodZone } from '../common/period';
import {
	additionalFields,
	resolveReportFields,
	CSV,
	readReportToMake,
	oneTimeReportFields,
} from '../common/reportToMake';
import {
	advanceOrder,
	downloadOrder,
	NOT_ORDERED,
	type ReportOrder,
	orderItem,
	waitUntilReady,
} from './oneTime';

const MAX_ORDER_DAYS = 24 * MAX_REPORT_DAYS;

const waitOption: INodeProperties = {
	displayName: 'Maximum Wait (Minutes)',
	name: 'waitMinutes',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 1440 },
	default: 30,
	description:
		'A large report can take more than six hours. For those, turn off Wait Until Ready and use Collect in a loop.',
};

export const createOneTime = reportingOperation({
	name: 'Create One-Time',
	action: 'Create one-time report',
	description:
		'Order a report for a period, wait for it, and get what you earned as totals, rows or a workbook',
	subtitle: 'Create One-Time Report',
	builderHint:
		'Use it for what was earned in any period: it orders a report, waits for it, and returns totals, rows or a workbook. For a report that a subscription creates anyway, use download.',
	fields: [
		...oneTimeReportFields,
		...periodFields,
		booleanField(
			'Wait Until Ready',
			'wait',
			'Whether to wait and return the content. Otherwise you get an "orderId" for Collect.',
			{ default: true },
		),
		...contentFields({ wait: [true] }),
		additionalFields(
			textField('Report Name', 'reportName', {
				placeholder: 'e.g. Transactions 2026-03',
				description:
					'A unique name of up to 250 characters. If a report with this name and period exists, the node uses it.',
			}),
		),
	],
	options: [...contentOptions({ '/wait': [true] }), failIfEmptyOption, waitOption],
	prepare: (item) =>
		readAll({
			ordered: () => readOrder(item),
			waiting: () => (read<boolean>(item, 'wait', true) ? readWaiting(item) : undefined),
		}),
	carryOut: async ({ ordered, waiting }, run) => {
		const { reporting } = run;
		const { windows, report } = ordered;
		const reportFieldsOfAll = await resolveReportFields(run, report);
		const body = { reportMimeType: CSV, ...report.body, reportFields: reportFieldsOfAll };
		const hasOwnName = ordered.reportName !== '';
		const reportName = ordered.reportName || nameFor(body, windows);
		const order: ReportOrder = {
			...{ reportName, hasOwnName, body, organizationId: reporting.organizationId },
			parts: windows.map((window, i) => {
				const part = windows.length === 1 ? '' : ` part ${i + 1} of ${windows.length}`;
				return { reportName: reportName + part, window, status: NOT_ORDERED };
			}),
		};
		if (waiting === undefined) {
			const now = await advanceOrder(reporting, order);
			const [{ noPlace }] = now.parts;
			if (noPlace !== undefined) throw noPlace;
			return [orderItem(now)];
		}
		const made = await waitUntilReady(run, order, waiting.longestMs);
		return await downloadOrder(run, made, waiting.requested);
	},
});

/** Periods of one window that end now, so that each run orders another report. */
const UNTIL_NOW = ['today', 'monthToDate'];

function readOrder(item: Item) {
	const entered =
		optionalText(readCollection(item, 'additionalFields').reportName, 'Report Name') ?? '';
	const { windows, report } = readAll({
		windows: () => splitPeriod(readPeriod(item, { maxDays: MAX_ORDER_DAYS }), MAX_REPORT_DAYS),
		report: () => readReportToMake(item, entered || 'Named by the node', readPeriodZone(item)),
	});
	const isUntilNow = UNTIL_NOW.includes(read<string>(item, 'period'));
	const [{ end }] = windows;
	const suffix = isUntilNow ? ` ${end.toFormat('yyyy-MM-dd HHmmss')}` : '';
	return { reportName: entered && entered + suffix, windows, report };
}

/** Equal orders have equal names, so that a repeated run finds its report. */
function nameFor(body: IDataObject, windows: readonly Period[]): string {
	const { start } = windows[0];
	const { end } = windows[windows.length - 1];
	const order = JSON.stringify([{ ...body, reportName: undefined }, +start, +end]);
	const check = createHash('sha256').update(order).digest('hex').slice(0, 8);
	const first = start.toFormat('yyyy-MM-dd');
	const last = end.minus({ milliseconds: 1 }).toFormat('yyyy-MM-dd');
	const days = first === last ? first : `${first} to ${last}`;
	return `${definitionLabel(body.reportDefinitionName as string)} ${days} ${check}`;
}

const readWaiting = (item: Item) =>
	readAll({
		requested: () => readRequestedContent(item),
		longestMs: () =>
			readNumberField(waitOption, readOptions(item).waitMinutes, {
				least: 0.001,
				fraction: true,
			}) * 60_000,
	});
