import type { ByteWindow } from '../reader';
import { malformed } from './tokens';

/** Of a column that was not met yet. */
export const UNKNOWN_SLOT = -2;
export const UNSELECTED_SLOT = -1;

/** Compares four bytes at a time. */
class Name {
	private readonly length: number;
	private readonly words: Int32Array;
	private readonly lastMask: number;

	constructor(bytes: Uint8Array) {
		this.length = bytes.length;
		const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
		padded.set(bytes);
		const view = new DataView(padded.buffer);
		this.words = Int32Array.from({ length: padded.length / 4 }, (_, index) =>
			view.getInt32(4 * index, true),
		);
		this.lastMask = -1 >>> (8 * (padded.length - bytes.length));
	}

	is({ view }: ByteWindow, start: number, end: number): boolean {
		const { words } = this;
		if (end - start !== this.length) return false;
		const last = words.length - 1;
		let at = start;
		for (let index = 0; index < last; index++, at += 4) {
			if (words[index] !== view.getInt32(at, true)) return false;
		}
		return words[last] === (view.getInt32(at, true) & this.lastMask);
	}
}

function localName(qualified: string): string {
	const local = qualified.slice(qualified.indexOf(':') + 1);
	if (/^[\p{L}_][\p{L}\p{N}\p{M}._-]*$/u.test(local)) return local;
	throw malformed(`"${qualified.slice(0, 60)}" is not a name`);
}

/** An attribute, or the text of an element, at one place in the report. */
export class ColumnSource {
	slot = UNKNOWN_SLOT;

	constructor(
		readonly name: Name,
		readonly local: string,
		/** Its name as a column. */
		readonly path: string,
		readonly isNamespace = false,
	) {}
}

/** Rows look alike: the name that came next last time is compared first. */
class KnownPlaces<Place extends ColumnSource> {
	private readonly all: Place[] = [];
	private expected = 0;

	constructor(private readonly create: (name: Name, qualified: string, local: string) => Place) {}

	restart(): void {
		this.expected = 0;
	}

	find(window: ByteWindow, start: number, end: number): Place {
		const { all } = this;
		const { length } = all;
		for (let tried = 0; tried < length; tried++) {
			let index = this.expected + tried;
			if (index >= length) index -= length;
			if (all[index].name.is(window, start, end)) {
				this.expected = index + 1;
				return all[index];
			}
		}
		const { bytes } = window;
		const qualified = bytes.toString('utf8', start, end);
		const name = new Name(bytes.subarray(start, end));
		const created = this.create(name, qualified, localName(qualified));
		all.push(created);
		return created;
	}
}

/** An element at one place in the report, with the state of the one that is open there. */
export class ElementPlace extends ColumnSource {
	readonly children = new KnownPlaces((name, _, local) => this.newChild(name, local));
	readonly attributes = new KnownPlaces(
		(name, qualified, local) =>
			new ColumnSource(name, local, this.below(local), /^xmlns(?::|$)/.test(qualified)),
	);
	private readonly repeats: ElementPlace[] = [];
	private opened = 0;
	/** In which of its parents it was met last, and how often. */
	private metIn = 0;
	private times = 0;

	/** Whether it is a row or stands in one. */
	readonly isInRow: boolean;
	readonly depth: number;
	content = '';
	/** Whether it has character data, which counts even if it is blank. */
	isLiteral = false;
	hasChildren = false;
	hasAttributes = false;
	/** Around rows: whether it has any, or text beside them. */
	hasRows = false;
	hasText = false;
	/** The attributes around rows, which each row gets. */
	carried: ReadonlyArray<readonly [ColumnSource, string]> = [];

	private constructor(
		name: Name,
		local: string,
		path: string,
		/** The names from here to a row; empty in a row, undefined if none leads to one. */
		private readonly way?: readonly string[],
		readonly parent?: ElementPlace,
	) {
		super(name, local, path);
		this.isInRow = way?.length === 0;
		this.depth = parent === undefined ? 0 : parent.depth + 1;
	}

	static document(rowPath?: readonly string[]): ElementPlace {
		return new ElementPlace(new Name(new Uint8Array(0)), '', '', rowPath);
	}

	open(hasAttributes: boolean): void {
		this.opened++;
		this.children.restart();
		this.attributes.restart();
		this.content = '';
		this.isLiteral = false;
		this.hasChildren = false;
		this.hasAttributes = hasAttributes;
		this.hasRows = false;
		this.hasText = false;
	}

	/** In a row, the second child of a name has a place of its own. */
	child(window: ByteWindow, start: number, end: number): ElementPlace {
		const child = this.children.find(window, start, end);
		if (!this.isInRow) return child;
		if (child.metIn !== this.opened) {
			child.metIn = this.opened;
			child.times = 1;
			return child;
		}
		const times = ++child.times;
		return (child.repeats[times] ??= new ElementPlace(
			child.name,
			child.local,
			`${child.path}.${times}`,
			child.way,
			this,
		));
	}

	private newChild(name: Name, local: string): ElementPlace {
		const way = this.isInRow ? this.way : this.way?.[0] === local ? this.way.slice(1) : undefined;
		const path = this.isInRow ? this.below(local) : way?.length === 0 ? '' : local;
		return new ElementPlace(name, local, path, way, this);
	}

	private below(local: string): string {
		return this.path === '' ? local : `${this.path}.${local}`;
	}
}
