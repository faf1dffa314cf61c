import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { REPORT_FORMATS } from '../../../shared/catalog/definitions';
import { MONEY_COLUMNS, type OnDemandName } from '../../../shared/catalog/money';
import { type ContentChoices, onDemandOptions } from '../../../shared/content/choices';
import type { ReportSource } from '../../../shared/content/reading';
import { format, parseServiceAmount } from '../../../shared/money';
import { showHint } from '../../../shared/node/output';
import { textField } from '../../../shared/node/fields';
import { optionalText, readOptions } from '../../../shared/node/parameters';
import type { Item, Resource, ItemRun } from '../../../shared/node/resource';
import { formatIso, type Period } from '../../../shared/period/period';
import { readAll } from '../../../shared/problem';
import type { FoundOrEmpty, Reporting } from '../../../shared/service/reporting';
import { isAmountColumn, isCountColumn, isCurrencyColumn } from '../../../shared/report/columns';
import { capitalize, parseNames } from '../../../shared/text';
import type { Query } from '../../../shared/transport/transport';
import type { Download } from '../../../shared/transport/stream';
import { readRequestedContent, sourcesToOutput, toReportSource } from '../common/download';
import { failIfEmptyOption, reportingOperation } from '../common/fields';
import { periodFields, readPeriod } from '../common/period';
import { CSV } from '../common/reportToMake';

export const groupNameOption: INodeProperties = textField('Group Name', 'groupName', {
	description: 'Only merchants in this group. Use the name from the merchant portal.',
});

const PAYMENT_TYPE_WORDS: Record<string, string> = {
	AX: 'American Express',
	DI: 'Discover',
	MC: 'Mastercard',
	DP: 'PIN-less Debit',
	VI: 'Visa',
};

export const paymentTypeInWords = (code: unknown): unknown =>
	typeof code === 'string' && Object.hasOwn(PAYMENT_TYPE_WORDS, code)
		? PAYMENT_TYPE_WORDS[code]
		: code;

export const PAYMENT_TYPE_OPTIONS: INodePropertyOptions[] = [
	{ name: 'All', value: 'ALL' },
	...Object.entries(PAYMENT_TYPE_WORDS).map(([code, words]) => ({
		name: `${words} (${code})`,
		value: code,
	})),
];

const formatOption: INodeProperties = {
	displayName: 'Format',
	name: 'format',
	type: 'options',
	default: 'text/csv',
	description: 'The format of the file',
	displayOptions: { show: { '/output': ['file'] } },
	options: REPORT_FORMATS,
};

interface OnDemandRequest {
	report: OnDemandName;
	run: ItemRun;
	reporting: Reporting;
	period: Period;
	output: ContentChoices['output'];
	fileFormat: string;
	hintOnce: (notice: string) => void;
}

interface OnDemandTable {
	rows: readonly IDataObject[];
	usual: readonly string[];
	endNotice?: string;
}

export interface OnDemandDownload {
	response: FoundOrEmpty<Download>;
	name?: string;
}

/** `Choices`: what the user chooses besides the period. */
interface OnDemandReport<Choices> {
	/** A resource, because n8n's assistant knows "get" but no report names. */
	name: string;
	value: OnDemandName;
	about: string;
	description: string;
	/** If "Get" and the name are too long. */
	subtitle?: string;
	/** If the service leaves out declined transactions. */
	isAcceptedOnly?: boolean;
	/** The default for totals. */
	groupBy?: string[];
	fields: INodeProperties[];
	options?: INodeProperties[];
	readChoices(item: Item): Choices;
	table(question: OnDemandRequest & Choices): Promise<OnDemandTable>;
	/** Undefined if the service offers no files. */
	files?: (question: OnDemandRequest & Choices) => AsyncIterable<OnDemandDownload>;
}

export function onDemandResource<Choices>(report: OnDemandReport<Choices>): Resource {
	const { name, value, about, description, subtitle = `Get ${name}` } = report;
	const { isAcceptedOnly, files } = report;
	const words = name.toLowerCase();
	const title = capitalize(words);
	const get = reportingOperation({
		...{ name: 'Get', action: `Get ${words}`, description, subtitle },
		fields: [...periodFields, ...report.fields],
		options: [
			...onDemandOptions(MONEY_COLUMNS[value].amounts.length > 0),
			failIfEmptyOption,
			...(report.options ?? []),
			...(files === undefined ? [] : [formatOption]),
		],
		prepare: (item) => ({
			...readAll({
				period: () => readPeriod(item),
				requested: () => readRequestedContent(item),
				choices: () => report.readChoices(item),
			}),
			fileFormat: optionalText(readOptions(item).format) ?? CSV,
			allColumns: parseNames(readOptions(item).addColumns ?? []).includes('all'),
		}),
		carryOut: async ({ period, requested, choices, fileFormat, allColumns }, run) => {
			const { output } = requested.content;
			const shown = new Set<string>();
			const hintOnce = (notice: string) => {
				if (!shown.has(notice)) showHint(run.context, notice);
				shown.add(notice);
			};
			const question = {
				...choices,
				report: value,
				run,
				reporting: run.reporting,
				period,
				output,
				fileFormat,
				hintOnce,
			};
			const subject = subjectOf(title, period);
			if (output === 'file' && files !== undefined) {
				const sources = sourcesOf(files(question), question, title);
				return await sourcesToOutput(run, sources, requested, subject);
			}
			const table = await report.table(question);
			for (const row of table.rows) {
				for (const key in row) row[key] = exactIfAmount(key, row[key]);
			}
			const content = contentOf(table, requested.content, report, allColumns);
			const json = { columns: columnsOf(table, value), rows: table.rows };
			const source = { ...subject, definition: value, isAcceptedOnly, json, mimeType: '' };
			const items = await sourcesToOutput(run, [source], { ...requested, content }, subject);
			const { endNotice } = table;
			if (endNotice !== undefined) Object.assign(items.at(-1)?.json ?? {}, { endNotice });
			return items;
		},
	});
	return { name, value, description: about, default: 'get', operations: { get } };
}

/** Empty if there are no transactions. */
export async function fetchReport<Body extends object>({
	report,
	reporting,
	period,
	query,
}: OnDemandRequest & { query?: Query }): Promise<Partial<Body>> {
	const response = await reporting.onDemand<Body>(report, period, query);
	return response.kind === 'found' ? response.body : {};
}

/** Amounts become exact text, so that all rows have the same type. */
export function exactIfAmount(key: string, value: IDataObject[string]): IDataObject[string] {
	const hasExponent = typeof value === 'string' && /\de/i.test(value);
	if (!/amount$/i.test(key) || !(hasExponent || typeof value === 'number')) return value;
	const decimal = parseServiceAmount(value);
	return decimal === undefined ? value : format(decimal);
}

function contentOf(
	{ usual, rows }: OnDemandTable,
	content: ContentChoices,
	{ value, groupBy = [] }: Pick<OnDemandReport<unknown>, 'value' | 'groupBy'>,
	allColumns: boolean,
): ContentChoices {
	const { output, read } = content;
	const isUsual = (column: string) => usual.includes(column.replace(/_\d+_/, '_'));
	const isShort = output === 'rows' && !allColumns && read.columns.length === 0;
	const columns = isShort ? columnsOf({ usual, rows }, value).filter(isUsual) : read.columns;
	const isUnnamed = output === 'totals' && content.groupBy.length === 0;
	return { ...content, read: { ...read, columns }, groupBy: isUnnamed ? groupBy : content.groupBy };
}

/** The usual ones first, even if no row has them today. But totals must notice missing money columns. */
function columnsOf({ rows, usual }: OnDemandTable, report: OnDemandName): string[] {
	const all = new Set<string>();
	for (const row of rows) for (const name in row) all.add(name);
	const isMoney = (name: string) =>
		isAmountColumn(name) ||
		isCurrencyColumn(name) ||
		isCountColumn(name) ||
		MONEY_COLUMNS[report].kind.includes(name);
	const isThere = (name: string) => all.has(name) || rows.length === 0 || !isMoney(name);
	return [...new Set([...usual.filter(isThere), ...all])];
}

async function* sourcesOf(
	files: AsyncIterable<OnDemandDownload>,
	{ fileFormat: accept, period }: OnDemandRequest,
	title: string,
): AsyncGenerator<ReportSource> {
	for await (const { response, name = title } of files) {
		if (response.kind === 'empty') continue;
		yield toReportSource(response.body, { accept, ...subjectOf(name, period) });
	}
}

const subjectOf = (title: string, { start, end }: Period) => ({
	fileName: title,
	metadata: {
		reportName: title,
		periodStart: formatIso(start),
		periodEnd: formatIso(end),
		timeZone: start.zoneName ?? '',
	},
});
