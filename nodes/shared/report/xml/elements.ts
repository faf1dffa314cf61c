import type { ByteWindow } from '../window';
import { malformed } from './tokens';

const UNKNOWN = -2;

/** The bytes of a name, compared four at a time. */
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

/** An attribute or the text of an element, at one place in the report: a column. */
class ColumnPlace {
	/** Where its cells go; -1 where nobody asked for it, below that until it was met. */
	slot = UNKNOWN;

	constructor(
		readonly path: string,
		/** From the root on, each name as it is written: no two places share it. */
		readonly key: string,
	) {}

	get isUnknown(): boolean {
		return this.slot === UNKNOWN;
	}
}

export class Attribute extends ColumnPlace {
	constructor(
		readonly name: Name,
		readonly local: string,
		readonly isNamespace: boolean,
		path: string,
		key: string,
	) {
		super(path, key);
	}
}

/**
 * An element at one place in the report. Rows look alike, so after one child the same next one is
 * expected as last time, and its name is compared instead of looked up.
 */
export class ElementPlace extends ColumnPlace {
	private readonly children: ElementPlace[] = [];
	private readonly attributes: Attribute[] = [];
	private readonly repeats: ElementPlace[] = [];
	private expectedChild = 0;
	private expectedAttribute = 0;
	/** The number of the tag that opened it last. */
	tag = 0;
	private metIn = 0;
	private times = 0;

	private constructor(
		readonly name: Name,
		readonly local: string,
		/** Its name for columns, from the row on; empty for the row itself and what is around it. */
		path: string,
		key: string,
	) {
		super(path, key);
	}

	static document(): ElementPlace {
		return new ElementPlace(new Name(new Uint8Array(0)), '', '', '');
	}

	open(tag: number): void {
		this.tag = tag;
		this.expectedChild = 0;
		this.expectedAttribute = 0;
	}

	child(window: ByteWindow, start: number, end: number, isInRow: boolean): ElementPlace {
		const { children } = this;
		const { length } = children;
		for (let tried = 0; tried < length; tried++) {
			let index = this.expectedChild + tried;
			if (index >= length) index -= length;
			if (children[index].name.is(window, start, end)) {
				this.expectedChild = index + 1 === length ? 0 : index + 1;
				return children[index];
			}
		}
		const { bytes } = window;
		const qualified = bytes.toString('utf8', start, end);
		const local = localName(qualified);
		const path = isInRow ? this.below(local) : '';
		const name = new Name(bytes.subarray(start, end));
		const child = new ElementPlace(name, local, path, `${this.key}/${qualified}`);
		children.push(child);
		this.expectedChild = 0;
		return child;
	}

	/** Itself where it is the first of its name in its parent; else the place of the second, third … */
	numbered(parent: ElementPlace): ElementPlace {
		if (this.metIn !== parent.tag) {
			this.metIn = parent.tag;
			this.times = 1;
			return this;
		}
		const times = ++this.times;
		return (this.repeats[times] ??= new ElementPlace(
			this.name,
			this.local,
			`${this.path}.${times}`,
			`${this.key}#${times}`,
		));
	}

	attribute(window: ByteWindow, start: number, end: number): Attribute {
		const { attributes } = this;
		const { length } = attributes;
		for (let tried = 0; tried < length; tried++) {
			let index = this.expectedAttribute + tried;
			if (index >= length) index -= length;
			const attribute = attributes[index];
			if (attribute.name.is(window, start, end)) {
				this.expectedAttribute = index + 1;
				return attribute;
			}
		}
		const { bytes } = window;
		const qualified = bytes.toString('utf8', start, end);
		const local = localName(qualified);
		const isNamespace = qualified === 'xmlns' || qualified.startsWith('xmlns:');
		const name = new Name(bytes.subarray(start, end));
		const key = `${this.key}/@${qualified}`;
		const attribute = new Attribute(name, local, isNamespace, this.below(local), key);
		attributes.push(attribute);
		return attribute;
	}

	private below(local: string): string {
		return this.path === '' ? local : `${this.path}.${local}`;
	}
}
