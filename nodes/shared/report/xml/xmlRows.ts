import { CellText } from '../cellText';
import { at, CellProblem, cutOff, ReportProblem } from '../problem';
import type { RowSink } from '../rowSink';
import { ByteWindow } from '../window';
import { type ColumnPlace, ElementPlace } from './elements';
import { attributeText, characterDataText, elementText } from './references';
import { rootFacts } from './rootFacts';
import { MOST_COLUMNS, RowCells } from './rowCells';
import { findRowElement } from './rowElement';
import { malformed, Token, XmlTokens } from './tokens';
import { Wrappers } from './wrappers';
import type { LeftOut, XmlChoices } from './xmlReader';

const SAMPLE = 1 << 18;
const DEEPEST = 100;
/** Texts that belong to no column share one memory of repeated ones, beside the columns'. */
const NO_COLUMN = MOST_COLUMNS;
const NOTHING: number = -1;
const TEXT_OUTSIDE = 'text stands outside of the root element';

/** Follows the elements of a report and hands over each row element as a row. */
export class XmlRows {
	private readonly window = new ByteWindow();
	private readonly tokens = new XmlTokens(this.window);
	private readonly texts = new CellText();
	private readonly row: RowCells;
	private readonly tree: RowCells['tree'];

	private rowPath: string[] | undefined;
	private isBegun = false;
	private rows = 0;
	private tags = 0;

	private readonly places: ElementPlace[] = [ElementPlace.document()];
	private readonly wrappers = new Wrappers();
	/** How deep the row element lies, or nothing outside of rows. */
	private rowDepth = NOTHING;
	private readonly contents: string[] = [''];
	/** Whether the element has character data, which counts even where it is blank. */
	private readonly isLiteral: boolean[] = [false];
	private readonly hasChildren: boolean[] = [false];
	private readonly hasAttributes: boolean[] = [false];

	constructor(
		private readonly choices: XmlChoices,
		private readonly sink: RowSink,
	) {
		this.row = new RowCells(choices, sink);
		this.tree = this.row.tree;
	}

	get leftOut(): LeftOut {
		return this.wrappers.leftOut;
	}

	/** False when no more is wanted. */
	take(chunk: Uint8Array): boolean {
		const isEnough = this.window.append(chunk);
		if (!this.isBegun) {
			if (this.choices.rowElement === '' && this.window.end < SAMPLE) return true;
			this.begin();
		} else if (!isEnough) {
			return true;
		}
		const goesOn = this.readTokens();
		this.window.discard(this.tokens.position);
		this.tokens.position = 0;
		return goesOn;
	}

	finish(): void {
		if (!this.isBegun) this.begin();
		if (!this.readTokens()) return;
		const { window, tokens, places } = this;
		const rest = window.bytes.toString('latin1', tokens.position, window.end);
		if (places.length > 1) {
			throw this.cutOff(`<${places[places.length - 1].local}> is not closed`);
		}
		if (rest.includes('<')) throw this.cutOff('a tag does not end');
		if (this.tags === 0) throw this.cutOff('it has no element');
		if (rest.trim() !== '') throw malformed(TEXT_OUTSIDE);
		const { rowElement } = this.choices;
		if (rowElement !== '' && this.rows === 0) {
			throw new ReportProblem(
				`Row Element: the report has no element "${rowElement}"`,
				'Leave Row Element empty to find it, or take the report as a file to look at it.',
			);
		}
	}

	/** Says where an error happened; one that is not of our making came from the connection. */
	placed(error: unknown): unknown {
		if (error instanceof CellProblem) {
			const place = at(this.rows + 1, this.window.passed + this.tokens.position + 1);
			return new ReportProblem(`At ${place}: ${error.message}`, error.description);
		}
		if (error instanceof ReportProblem) return error;
		return this.cutOff(error instanceof Error ? error.message : String(error));
	}

	private cutOff(reason: string): ReportProblem {
		return cutOff(this.rows + 1, this.window.passed + this.window.end, reason);
	}

	private begin() {
		this.isBegun = true;
		if (this.choices.rowElement === '') this.rowPath = findRowElement(this.window);
	}

	private readTokens(): boolean {
		const { tokens, texts, window } = this;
		texts.look(window.bytes, window.end);
		for (;;) {
			switch (tokens.next()) {
				case Token.None:
					return true;
				case Token.Open:
					this.open();
					if (tokens.isEmpty && !this.close()) return false;
					break;
				case Token.Close: {
					const place = this.places[this.places.length - 1];
					if (!place.isNamed(window.bytes, tokens.start, tokens.end)) this.refuseClosing(place);
					if (!this.close()) return false;
					break;
				}
				case Token.Text:
					this.text();
					break;
				case Token.CharacterData:
					this.characterData();
					break;
				case Token.Other:
					break;
			}
		}
	}

	private refuseClosing(place: ElementPlace): never {
		const { tokens, window } = this;
		const found = window.bytes.toString('utf8', tokens.start, tokens.end);
		throw malformed(
			place.local === '' ? `</${found}> closes nothing` : `</${found}> closes <${place.local}>`,
		);
	}

	private open() {
		const { tokens, places, window } = this;
		const depth = places.length;
		if (depth > DEEPEST) throw malformed(`elements lie more than ${DEEPEST} deep`);
		const parent = places[depth - 1];
		const isInRow = this.rowDepth !== NOTHING;
		let place = parent.child(window.bytes, tokens.start, tokens.end, isInRow);
		if (isInRow && this.tree === undefined) place = place.numbered(parent);
		place.open(++this.tags);
		places.push(place);
		this.hasChildren[depth - 1] = true;
		this.contents[depth] = '';
		this.isLiteral[depth] = false;
		this.hasChildren[depth] = false;
		this.hasAttributes[depth] = tokens.attributes > 0;
		if (isInRow || this.isRow(place)) this.openInRow(place, depth);
		else this.openWrapper(place, depth);
	}

	private isRow(place: ElementPlace): boolean {
		const { rowPath, choices, places } = this;
		if (choices.rowElement !== '') return place.local === choices.rowElement;
		return (
			rowPath !== undefined &&
			rowPath.length === places.length - 1 &&
			rowPath.every((name, index) => places[index + 1].local === name)
		);
	}

	private openInRow(place: ElementPlace, depth: number) {
		const { tokens, window, row } = this;
		if (this.rowDepth === NOTHING) {
			this.rowDepth = depth;
			row.begin();
			this.wrappers.meetRow();
		}
		this.tree?.enter(place);
		if (this.rowDepth === depth) {
			for (const [slot, text] of row.carried(this.wrappers)) this.set(slot, text);
		}
		for (let index = 0; index < tokens.attributes; index++) {
			const attribute = place.attribute(
				window.bytes,
				tokens.nameStarts[index],
				tokens.nameEnds[index],
			);
			if (attribute.isNamespace) continue;
			if (attribute.isUnknown) attribute.slot = row.newSlot(attribute.path);
			if (attribute.slot >= 0) this.set(attribute.slot, this.attributeValue(index, attribute.slot));
		}
	}

	private attributeValue(index: number, slot: number): string {
		const { tokens, texts, window } = this;
		const { valueStarts, valueEnds, valueBits, valueIsRaw } = tokens;
		const text = texts.cell(
			slot,
			window.bytes,
			valueStarts[index],
			valueEnds[index],
			valueBits[index],
		);
		return valueIsRaw[index] === 1 ? attributeText(text) : text;
	}

	private openWrapper(place: ElementPlace, depth: number) {
		const { tokens, window } = this;
		if (depth === 1 && this.tags > 1) throw malformed('there is more than one root element');
		const attributes: Array<[string, string]> = [];
		for (let index = 0; index < tokens.attributes; index++) {
			const attribute = place.attribute(
				window.bytes,
				tokens.nameStarts[index],
				tokens.nameEnds[index],
			);
			if (attribute.isNamespace) continue;
			attributes.push([attribute.local, this.attributeValue(index, NO_COLUMN)]);
		}
		if (depth === 1) this.sink.metadata(rootFacts(attributes));
		this.wrappers.enter(place.local, attributes);
	}

	private text() {
		const { tokens, texts, window, contents } = this;
		const depth = this.places.length - 1;
		const isInRow = this.rowDepth !== NOTHING;
		if (tokens.isBlank && contents[depth] === '' && !(isInRow && tokens.mayGoOn)) return;
		if (!isInRow) {
			if (!this.wrappers.meetText()) throw malformed(TEXT_OUTSIDE);
			return;
		}
		const place = this.places[depth];
		if (place.slot === NOTHING) return;
		const text = texts.cell(
			place.slot < 0 ? NO_COLUMN : place.slot,
			window.bytes,
			tokens.start,
			tokens.end,
			tokens.bits,
		);
		contents[depth] += tokens.isRaw ? elementText(text) : text;
	}

	private characterData() {
		const { tokens, texts, window, contents } = this;
		const depth = this.places.length - 1;
		if (this.rowDepth === NOTHING) {
			if (!this.wrappers.meetText()) throw malformed(TEXT_OUTSIDE);
			return;
		}
		const text = texts.cell(NO_COLUMN, window.bytes, tokens.start, tokens.end, tokens.bits);
		contents[depth] += tokens.isRaw ? characterDataText(text) : text;
		this.isLiteral[depth] = true;
	}

	/** False when no more is wanted. */
	private close(): boolean {
		const { places, rowDepth } = this;
		const depth = places.length - 1;
		const place = places[depth];
		places.pop();
		if (rowDepth === NOTHING) {
			this.wrappers.leave();
			return true;
		}
		this.keepText(place, depth);
		const rows = this.tree?.leave();
		if (depth > rowDepth) return true;
		this.rowDepth = NOTHING;
		const goesOn = this.row.finish(rows);
		this.rows++;
		return goesOn;
	}

	private keepText(place: ElementPlace, depth: number) {
		const content = this.contents[depth];
		const isLiteral = this.isLiteral[depth];
		const isGroup = this.hasChildren[depth];
		const isLeaf = !isGroup && !this.hasAttributes[depth];
		if (content === '' && !isLeaf) return;
		// Within a group, blanks are there for the eye only.
		const trimmed = isLiteral ? content : content.trim();
		const text = trimmed === '' || isGroup ? trimmed : content;
		if (text === '' && (!isLeaf || depth === this.rowDepth)) return;
		const column: ColumnPlace = place;
		if (column.isUnknown) column.slot = this.row.newSlot(place.path || place.local);
		if (column.slot >= 0) this.set(column.slot, text);
	}

	private set(slot: number, text: string) {
		if (this.tree !== undefined) this.tree.set(slot, text);
		else this.sink.cells[slot] = text;
	}
}
