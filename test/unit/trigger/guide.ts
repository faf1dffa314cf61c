import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const guide = readFileSync(join(__dirname, '../../../docs/use/trigger.md'), 'utf8');

/** The figure that the guide gives for a poll, by the first words of its row. */
export function promised(row: string): number {
	const line = guide.split('\n').find((each) => each.startsWith(`| ${row} `));
	const figure = /\|\s*(\d+)\s*\|\s*$/.exec(line ?? '');
	if (figure === null) throw new Error(`The guide has no row "${row}" that ends in a figure`);
	return Number(figure[1]);
}
