import type { OpenReport } from '../bytes';
import type { ReportSink } from '../reportSink';
import { ReportReader } from '../reader';
import { type Attribute, ElementPlace } from './elements';
import { RowCells } from './rowCells';
import { DEEPEST, findRowElement } from './rowElement';
import { XmlTexts } from './texts';
import { isBlank, malformed, Token, tooLarge, XmlTokens } from './tokens';
import { Wrappers } from './wrappers';

const SAMPLE = 1 << 18;
const NOTHING = -1;
const TEXT_OUTSIDE = 'text stands outside of the root element';

function withoutBlanks(text: string): string {
	let start = 0;
	let end = text.length;
	while (start < end && isBlank(text.charCodeAt(start))) start++;
	while (start < end && isBlank(text.charCodeAt(end - 1))) end--;
	return text.slice(start, end);
}

/** An element that is open, and what was met in it so far. */
class Frame {
	content = '';
	/** Whether it has character data, which counts even where it is blank. */
	isLiteral = false;
	hasChildren = false;
	hasAttributes = false;

	constructor(public place: ElementPlace) {}

	open(place: ElementPlace, hasAttributes: boolean): void {
		this.place = place;
		this.content = '';
		this.isLiteral = false;
		this.hasChildren = false;
		this.hasAttributes = hasAttributes;
	}
}

/** Follows the elements of a report and hands over each row element as a row. */
export class XmlReader extends ReportReader {
	private readonly tokens = new XmlTokens(this.window);
	private readonly texts = new XmlTexts(this.window, this.tokens);
	private readonly row: RowCells;

	private rowPath: string[] | undefined;
	private isBegun = false;
	private root = '';
	private tags = 0;

	/** The document and the elements that are open, the innermost last. */
	private readonly frames: Frame[] = [new Frame(ElementPlace.document())];
	private depth = 0;
	private readonly wrappers: Wrappers;
	/** How deep the row element lies, or nothing outside of rows. */
	private rowDepth = NOTHING;

	constructor(
		private readonly sink: ReportSink,
		private readonly noReport: OpenReport['noReport'],
	) {
		super();
		this.row = new RowCells(sink);
		this.wrappers = new Wrappers(sink.leftOut);
	}

	protected get position(): number {
		return this.tokens.position;
	}

	protected take(chunk: Uint8Array): boolean {
		const isEnough = this.window.append(chunk);
		if (!this.isBegun) {
			if (this.window.end < SAMPLE) return true;
			this.begin();
		} else if (!isEnough) {
			return true;
		}
		const goesOn = this.readTokens();
		this.window.discard(this.tokens.position);
		this.tokens.position = 0;
		return goesOn;
	}

	protected finish(): void {
		if (!this.isBegun) this.begin();
		if (!this.readTokens()) return;
		const { window, tokens, frames } = this;
		const rest = window.bytes.toString('latin1', tokens.position, window.end);
		const { place } = frames[this.depth];
		if (this.depth > 0) throw this.cutOff(`<${place.local}> is not closed`);
		if (rest.includes('<')) throw this.cutOff('a tag does not end');
		if (this.tags === 0) throw this.cutOff('it has no element');
		if (rest.trim() !== '') throw malformed(TEXT_OUTSIDE);
		const isReport = this.rows > 0 || !this.wrappers.hasText || /report/i.test(this.root);
		if (!isReport) throw this.noReport();
	}

	private begin() {
		this.isBegun = true;
		this.rowPath = findRowElement(this.window);
	}

	private readTokens(): boolean {
		const { tokens, texts } = this;
		texts.windowChanged();
		for (;;) {
			switch (tokens.next()) {
				case Token.None:
					return true;
				case Token.Open:
					this.open();
					if (tokens.isEmpty && !this.close()) return false;
					break;
				case Token.Close:
					this.checkName();
					if (!this.close()) return false;
					break;
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

	/** Whether the closing tag has the name of the element that is open. */
	private checkName() {
		const { tokens, window, frames } = this;
		const { place } = frames[this.depth];
		if (place.name.is(window, tokens.start, tokens.end)) return;
		const found = window.bytes.toString('utf8', tokens.start, tokens.end);
		throw malformed(
			place.local === '' ? `</${found}> closes nothing` : `</${found}> closes <${place.local}>`,
		);
	}

	private open() {
		const { tokens, frames, window } = this;
		const depth = ++this.depth;
		if (depth > DEEPEST) throw tooLarge(`elements are nested more than ${DEEPEST} deep`);
		const parent = frames[depth - 1];
		parent.hasChildren = true;
		const isInRow = this.rowDepth !== NOTHING;
		let place = parent.place.child(window, tokens.start, tokens.end, isInRow);
		if (isInRow) place = place.numbered(parent.place);
		place.open(++this.tags);
		if (depth === frames.length) frames.push(new Frame(place));
		frames[depth].open(place, tokens.attributes > 0);
		if (isInRow || this.isRow()) this.openInRow(place, depth);
		else this.openWrapper(place, depth);
	}

	private isRow(): boolean {
		const { rowPath, frames } = this;
		return (
			rowPath !== undefined &&
			rowPath.length === this.depth &&
			rowPath.every((name, index) => frames[index + 1].place.local === name)
		);
	}

	private openInRow(place: ElementPlace, depth: number) {
		const { tokens, row } = this;
		if (this.rowDepth === NOTHING) {
			this.rowDepth = depth;
			row.begin(this.wrappers);
			this.wrappers.addRow();
		}
		for (let index = 0; index < tokens.attributes; index++) {
			const attribute = this.attribute(place, index);
			if (attribute.isNamespace) continue;
			if (attribute.isUnknown) attribute.slot = row.slotFor(attribute.key, attribute.path);
			const { slot } = attribute;
			if (slot >= 0) this.sink.cells[slot] = this.texts.attribute(index, slot);
		}
	}

	private openWrapper(place: ElementPlace, depth: number) {
		const { tokens, texts } = this;
		if (depth === 1 && this.tags > 1) throw malformed('there is more than one root element');
		const attributes: Array<[string, string]> = [];
		for (let index = 0; index < tokens.attributes; index++) {
			const { local, isNamespace } = this.attribute(place, index);
			if (!isNamespace) attributes.push([local, texts.attribute(index)]);
		}
		if (depth === 1) this.root = place.local;
		this.wrappers.enter(place.local, attributes);
	}

	private attribute(place: ElementPlace, index: number): Attribute {
		const { nameStarts, nameEnds } = this.tokens;
		return place.attribute(this.window, nameStarts[index], nameEnds[index]);
	}

	private text() {
		const { tokens, frames } = this;
		const frame = frames[this.depth];
		const isInRow = this.rowDepth !== NOTHING;
		if (tokens.isBlank && frame.content === '' && !(isInRow && tokens.mayGoOn)) return;
		if (!isInRow) {
			this.meetTextOutsideRows();
			// It is not kept, but what is no XML is refused wherever it stands.
			this.texts.element(NOTHING);
		} else if (frame.place.slot !== NOTHING) frame.content += this.texts.element(frame.place.slot);
	}

	private characterData() {
		if (this.rowDepth === NOTHING) {
			this.meetTextOutsideRows();
			this.texts.characterData();
			return;
		}
		const frame = this.frames[this.depth];
		frame.content += this.texts.characterData();
		frame.isLiteral = true;
	}

	private meetTextOutsideRows() {
		if (!this.wrappers.addText()) throw malformed(TEXT_OUTSIDE);
	}

	/** False when no more is wanted. */
	private close(): boolean {
		const { frames, rowDepth } = this;
		const depth = this.depth--;
		const frame = frames[depth];
		if (rowDepth === NOTHING) {
			this.wrappers.leave();
			return true;
		}
		this.keepText(frame, depth === rowDepth);
		if (depth > rowDepth) return true;
		this.rowDepth = NOTHING;
		const goesOn = this.row.finish();
		this.rows++;
		return goesOn;
	}

	private keepText(frame: Frame, isRow: boolean) {
		const { place, content, isLiteral, hasChildren } = frame;
		const isLeaf = !hasChildren && !frame.hasAttributes;
		if (content === '' && !isLeaf) return;
		// Within a group, blanks are there for the eye only.
		const trimmed = isLiteral ? content : withoutBlanks(content);
		const text = trimmed === '' || hasChildren ? trimmed : content;
		if (text === '' && (!isLeaf || isRow)) return;
		if (place.isUnknown) place.slot = this.row.slotFor(place.key, place.path || place.local);
		if (place.slot >= 0) this.sink.cells[place.slot] = text;
	}
}
