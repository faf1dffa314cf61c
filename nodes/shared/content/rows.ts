import { type IDataObject, type INodeExecutionData, sleep } from 'n8n-workflow';

import { number } from '../text';
import { RowsSink } from '../report/rowsSink';
import type { ContentChoices } from './choices';
import {
	begun,
	notify,
	readAll,
	type ReportContext,
	type ReportSources,
	timeTextOf,
} from './reading';
import type { HandedOver } from './controlTotal';

/** One item for each row. */
export async function rows(
	context: ReportContext,
	sources: ReportSources,
	{ read }: Pick<ContentChoices, 'read'>,
): Promise<HandedOver> {
	const items: INodeExecutionData[] = [];
	const size = new SavedSize('item');
	const { first, all, zoned } = await begun(sources, read);
	const sink = new RowsSink(
		zoned,
		{},
		(row: IDataObject) => {
			size.see(row);
			// The loop over input items sets pairedItem: with room for it, the item need not grow.
			items.push({ json: row, pairedItem: undefined });
		},
		timeTextOf(read, zoned),
		first?.definition,
		first?.rows !== undefined,
	);
	const control = await readAll(context, all, { read }, sink);
	await complete(sink.finish(), (row, upgraded) => {
		items[row].json = upgraded(items[row].json);
	});
	// The end of the last row is what may be missing.
	Object.assign(items.at(-1)?.json ?? {}, sink.ending);
	notify(context, size.warning());
	notify(context, sink.moneyNotice);
	return { items, control };
}

/** In milliseconds. */
const LONGEST_TURN = 20;

/** Gives the first rows the columns that were met after them, without holding up the event loop. */
export async function complete(
	{ rows, upgraded }: ReturnType<RowsSink['finish']>,
	replace: (row: number, upgraded: (row: IDataObject) => IDataObject) => void,
): Promise<void> {
	let turn = performance.now();
	for (let row = 0; row < rows; row++) {
		replace(row, upgraded);
		if (performance.now() - turn < LONGEST_TURN) continue;
		await sleep(0);
		turn = performance.now();
	}
}

/**
 * n8n saves an execution as one string, in which each different text stands once and is referred to
 * by its position everywhere else. JavaScript has no longer string, and no Map of more positions.
 */
const LONGEST_STRING = 2 ** 29 - 24;
const MOST_POSITIONS = 2 ** 24;
/** Each node that passes the rows on saves them again. */
const WARN_FROM = 0.5;

const SAMPLE_EVERY = 128;
const MOST_REMEMBERED = 100_000;
const QUOTES = 2;
const COMMA = 1;
/** What is written around the cells of a row: as an item of its own, or in a list within one. */
const AROUND = {
	item: { length: '"",{"json":"","pairedItem":""},{},'.length, references: 3, objects: 2 },
	listed: { length: '"",{},'.length, references: 1, objects: 1 },
};

/** Estimates, from some of the rows, how much n8n will have to save. */
export class SavedSize {
	private rows = 0;
	private sampled = 0;
	/** Of what was sampled: its length without the positions in it, and how many of those it has. */
	private length = 0;
	private references = 0;
	/** How many objects and different texts were met, each of which takes a position. */
	private positions = 0;
	private readonly known = new Set<string>();

	constructor(private readonly rowsAre: keyof typeof AROUND) {}

	see(row: IDataObject): void {
		if (this.rows++ % SAMPLE_EVERY !== 0) return;
		this.sampled++;
		const { length, references, objects } = AROUND[this.rowsAre];
		this.length += length;
		this.references += references;
		this.positions += objects;
		for (const key of Object.keys(row)) {
			const value = row[key];
			this.length += key.length + QUOTES + ':'.length + COMMA;
			if (typeof value === 'string') this.seeText(value);
			else this.length += JSON.stringify(value).length;
		}
	}

	get estimate(): { length: number; positions: number } {
		const scale = this.sampled === 0 ? 0 : this.rows / this.sampled;
		const positions = Math.ceil(this.positions * scale);
		// Objects take the first positions, so that those of the texts are about as long as the last.
		const digits = String(positions).length;
		return { length: (this.length + this.references * digits) * scale, positions };
	}

	/** A warning where saving is going to fail, or will once other nodes pass the rows on. */
	warning(): string | undefined {
		const { length, positions } = this.estimate;
		const share = Math.max(length / LONGEST_STRING, positions / MOST_POSITIONS);
		if (share < WARN_FROM) return undefined;
		return (
			`This report makes ${number(this.rows)} rows, about ${number(Math.round(length / 1e6))} MB when saved: ` +
			`${number(Math.round(share * 100))} % of what n8n can save of one execution ("Invalid string length", "Map maximum size exceeded"), and each further node that passes the rows on adds to it. ` +
			'Choose File, Totals or One Batch of Rows as Output, keep fewer columns, or turn off saving this execution.'
		);
	}

	private seeText(text: string): void {
		this.references++;
		this.length += QUOTES;
		if (this.known.has(text)) return;
		this.positions++;
		this.length += JSON.stringify(text).length + COMMA;
		if (this.known.size < MOST_REMEMBERED) this.known.add(text);
	}
}
