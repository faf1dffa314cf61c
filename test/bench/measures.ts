import { createWriteStream, readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { rm } from 'node:fs/promises';
import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import { runNode, withDefaults } from '../support/engine';
import { builtIn, fromFile, fromServer, reportNode } from './nodes';
import { measure, probed, type Measured } from './probe';

export interface Outcome extends Measured {
	/** How many rows came out, where rows came out. */
	rows?: number;
}

const CSV = 'text/csv';
const XML = 'application/xml';

async function run(node: INodeType, parameters: IDataObject, input?: INodeExecutionData[]) {
	const { items, error } = await runNode({
		node,
		parameters: withDefaults(node, parameters),
		input,
		address: 'http://127.0.0.1:9',
		token: 'any-token',
	});
	if (error) throw error;
	return items;
}

const rowsIn = (items: INodeExecutionData[]) =>
	items.reduce((sum, { json }) => {
		if (Array.isArray(json.rows)) return sum + json.rows.length;
		const rows = json.rows ?? json.count;
		return sum + (typeof rows === 'number' ? rows : 1);
	}, 0);

/** Runs nodes one after another in n8n's engine; the times add up, the memory is the highest. */
async function chain(
	input: INodeExecutionData[] | undefined,
	...steps: Array<[INodeType, IDataObject]>
): Promise<Outcome> {
	const runs: Measured[] = [];
	let items = input;
	for (const [node, parameters] of steps) {
		const probe = probed(node);
		items = await run(probe.node, parameters, items);
		runs.push(...probe.runs);
	}
	return {
		rows: rowsIn(items ?? []),
		seconds: runs.reduce((sum, { seconds }) => sum + seconds, 0),
		cpu: runs.reduce((sum, { cpu }) => sum + cpu, 0),
		peak: Math.max(...runs.map(({ peak }) => peak)),
		growth: Math.max(...runs.map(({ growth }) => growth)),
		stall: Math.max(...runs.map(({ stall }) => stall)),
	};
}

const stored = async (path: string, mimeType: string) =>
	await run(reportNode(mimeType, fromFile(path)), { output: 'file' });

const extract = () => builtIn('Files/ExtractFromFile/ExtractFromFile.node.js', 'ExtractFromFile');
const xml = () => builtIn('Xml/Xml.node.js', 'Xml');
const convert = () => builtIn('Files/ConvertToFile/ConvertToFile.node.js', 'ConvertToFile');

const ours = (mimeType: string, parameters: IDataObject) => async (path: string) =>
	await chain(undefined, [reportNode(mimeType, fromFile(path)), parameters]);

/** What the plainest program does: a download piped to a file. */
async function plainPipe(url: string): Promise<Outcome> {
	const path = join(tmpdir(), `bench-pipe-${process.pid}`);
	const { seconds, cpu, peak, growth, stall } = await measure(async () => {
		const response = await new Promise<IncomingMessage>((resolve) => get(url, resolve));
		await pipeline(response, createWriteStream(path));
	});
	await rm(path);
	return { seconds, cpu, peak, growth, stall };
}

const downloaded = async (url: string) =>
	await chain(undefined, [reportNode(CSV, fromServer(url)), { output: 'file' }]);

const MODES: Record<string, IDataObject> = {
	rows: { output: 'rows' },
	picked: { output: 'rows', options: { columns: 'RequestID, Amount, Currency, Status' } },
	totals: { output: 'totals', groupBy: 'PaymentMethod.CardType, Status' },
	workbook: { output: 'workbook', groupBy: 'PaymentMethod.CardType, Status' },
};

const inEveryMode = (format: string, mimeType: string) =>
	Object.fromEntries(
		Object.entries(MODES).map(([mode, parameters]) => [
			`${format}.${mode}`,
			ours(mimeType, parameters),
		]),
	);

/** One item with a file or a document comes out, so there are no rows to count. */
function ofOneItem({ rows, ...outcome }: Outcome): Outcome {
	if (rows !== 1) throw new Error(`${rows} items came out`);
	return outcome;
}

/** Each is run in a process of its own, with the path or address of its report. */
export const MEASURES: Record<string, (source: string, other: string) => Promise<Outcome>> = {
	...inEveryMode('csv', CSV),
	...inEveryMode('xml', XML),
	'csv.n8n': async (path) =>
		await chain(await stored(path, CSV), [extract(), { operation: 'csv' }]),
	'csv.n8nWorkbook': async (path) =>
		ofOneItem(
			await chain(
				await stored(path, CSV),
				[extract(), { operation: 'csv' }],
				[convert(), { operation: 'xlsx' }],
			),
		),
	'csv.warmWorkbook': async (path, warmUp) => {
		const workbook = ours(CSV, MODES.workbook);
		await workbook(warmUp);
		return await workbook(path);
	},
	'xml.n8n': async (path) =>
		ofOneItem(
			await chain([{ json: { data: readFileSync(path, 'utf8') } }], [xml(), { mode: 'xmlToJson' }]),
		),
	'file.pipe': async (url, warmUp) => {
		await plainPipe(warmUp);
		return await plainPipe(url);
	},
	'file.ours': async (url, warmUp) => {
		await downloaded(warmUp);
		return await downloaded(url);
	},
};
