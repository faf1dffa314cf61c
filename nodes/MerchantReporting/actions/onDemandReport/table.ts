import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ReportSource } from '../../../shared/content/reading';
import type { Run } from '../../../shared/node/resource';
import type { Period } from '../../../shared/period/period';
import { offsetText } from '../../../shared/period/period';
import type { FoundOrEmpty } from '../../../shared/service/reporting';
import type { ServiceStream } from '../../../shared/transport/stream';
import { receiveAll, sourceOf } from '../common/download';
import type { OnDemandPlan } from './asked';

/** The rows of an on-demand report, and what they are. */
export interface OnDemandTable {
	title: string;
	/** What says what its amounts are. */
	definition: string;
	rows: readonly IDataObject[];
	/** The usual columns, in their order. */
	usual: readonly string[];
	/** Whether the service leaves out what was declined. */
	isAcceptedOnly?: boolean;
}

/** What the user chose, of rows that came as JSON. */
export async function receiveTable(
	run: Run,
	{ period, allColumns, wanted }: OnDemandPlan,
	{ title, usual, rows, ...about }: OnDemandTable,
): Promise<INodeExecutionData[]> {
	const all = new Set<string>();
	for (const row of rows) for (const name in row) all.add(name);
	const columns = [...new Set([...usual.filter((name) => all.has(name)), ...all])];
	const { content } = wanted;
	const isShort = content.output === 'rows' && !allColumns && content.read.columns.length === 0;
	const kept = isShort
		? columns.filter((name) => usual.includes(name.replace(/_\d+_/, '_')))
		: content.read.columns;
	const subject = subjectOf(title, period);
	const source = { ...subject, ...about, json: { columns, rows }, mimeType: '' };
	const choices = { ...content, read: { ...content.read, columns: kept } };
	const sources = rows.length === 0 ? [] : [source];
	return await receiveAll(run, sources, { ...wanted, content: choices }, subject);
}

/** The files that the service has, one or several. */
export async function receiveFiles(
	run: Run,
	asked: OnDemandPlan,
	title: string,
	ask: () => AsyncIterable<OnDemandFile>,
): Promise<INodeExecutionData[]> {
	const sources = async function* (): AsyncGenerator<ReportSource> {
		for await (const { answered, name = title, onLines } of ask()) {
			if (answered.kind === 'empty') continue;
			const about = { accept: asked.format, ...subjectOf(name, asked.period), onLines };
			yield sourceOf(answered.body, about);
		}
	};
	return await receiveAll(run, sources(), asked.wanted, subjectOf(title, asked.period));
}

export interface OnDemandFile {
	answered: FoundOrEmpty<ServiceStream>;
	name?: string;
	onLines?: ReportSource['onLines'];
}

const subjectOf = (title: string, { start, end }: Period) => ({
	what: title,
	fileName: title,
	metadata: {
		reportName: title,
		periodStart: offsetText(start),
		periodEnd: offsetText(end),
		timeZone: start.zoneName ?? '',
	},
});
