import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { page } from './markdown';

const FILE = path.join(__dirname, 'samples.json');

/** The first output item of each action and event, by the node and "resource/operation" or event. */
export type Samples = Record<string, Record<string, IDataObject>>;

export const readSamples = (): Samples => JSON.parse(readFileSync(FILE, 'utf8')) as Samples;

/** Keeps the sample in the order of the others; the address of the test's sandbox is the usual one. */
export function writeSample(node: string, name: string, item: IDataObject, address: string): void {
	const sample = JSON.parse(
		JSON.stringify(item).replaceAll(address, 'http://127.0.0.1:8787'),
	) as IDataObject;
	const samples = readSamples();
	const ofNode = { ...samples[node], [name]: sample };
	const sorted = Object.entries(ofNode).sort(([a], [b]) => a.localeCompare(b, 'en'));
	const all = { ...samples, [node]: Object.fromEntries(sorted) };
	writeFileSync(FILE, `${JSON.stringify(all, null, '\t')}\n`);
}

/** What a node calls its action or event. */
export type TitleOf = (node: string, name: string) => string;

export const samplesPage = (samples: Samples, titleOf: TitleOf): string =>
	page(
		'Output samples',
		'One output item of each operation and event, from a run against the sandbox with default settings. A file is beside the item, in the field that **Put Output File in Field** names.',
		...Object.entries(samples).flatMap(([node, items]) => [
			`## ${titleOf(node, '')}`,
			...Object.entries(items).map(
				([name, item]) =>
					`### ${titleOf(node, name)}\n\n\`\`\`json\n${JSON.stringify(item, null, 2)}\n\`\`\``,
			),
		]),
	);
