import { refusal } from '../../problem';
import { formatInteger } from '../../text';
import type { ReportWithFormat } from '../bytes';
import { UniqueNames } from '../columns';
import { type ByteWindow, CellDecoder, type ColumnTextCache, ReportReader } from '../reader';
import type { ReportSink } from '../reportSink';
import { type ColumnSource, ElementPlace, UNSELECTED_SLOT, UNKNOWN_SLOT } from './elements';
import { MAX_DEPTH, findRowElement } from './rowElement';
import { isBlankCode, malformed, Token, tooLarge, XmlTokenizer } from './tokens';

/** How many bytes show which elements are the rows. */
const SAMPLE = 1 << 18;
const MAX_COLUMNS = 4096;
const TEXT_OUTSIDE = 'text stands outside of the root element';

function withoutBlanks(text: string): string {
	let start = 0;
	let end = text.length;
	while (start < end && isBlankCode(text.charCodeAt(start))) start++;
	while (start < end && isBlankCode(text.charCodeAt(end - 1))) end--;
	return text.slice(start, end);
}

export class XmlReader extends ReportReader {
	private readonly tokens = new XmlTokenizer(this.window);
	private readonly texts = new XmlTexts(this.window, this.tokens);
	private readonly names = new UniqueNames();
	private columns = 0;
	private isBegun = false;
	/** The innermost one that is open. */
	private element = ElementPlace.document();
	private root = '';
	private hasTextAroundRows = false;

	constructor(
		private readonly sink: ReportSink,
		private readonly noReport: ReportWithFormat['noReport'],
	) {
		super(SAMPLE);
	}

	protected finish(): void {
		const { window, element } = this;
		const rest = window.bytes.toString('latin1', window.position, window.end);
		if (element.parent !== undefined) throw this.cutOff(`<${element.local}> is not closed`);
		if (rest.includes('<')) throw this.cutOff('a tag does not end');
		if (this.root === '') throw this.cutOff('it has no element');
		if (rest.trim() !== '') throw malformed(TEXT_OUTSIDE);
		const isReport = this.rows > 0 || !this.hasTextAroundRows || /report/i.test(this.root);
		if (!isReport) throw this.noReport();
	}

	protected readOn(): boolean {
		const { tokens, texts } = this;
		if (!this.isBegun) this.element = ElementPlace.document(findRowElement(this.window));
		this.isBegun = true;
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

	private checkName() {
		const { tokens, window, element } = this;
		if (element.name.is(window, tokens.start, tokens.end)) return;
		const found = window.bytes.toString('utf8', tokens.start, tokens.end);
		throw malformed(
			element.local === '' ? `</${found}> closes nothing` : `</${found}> closes <${element.local}>`,
		);
	}

	private open() {
		const { tokens, window, element: parent } = this;
		if (parent.depth === MAX_DEPTH)
			throw tooLarge(`elements are nested more than ${MAX_DEPTH} deep`);
		parent.hasChildren = true;
		const element = parent.child(window, tokens.start, tokens.end);
		element.open(tokens.attributes > 0);
		this.element = element;
		if (!element.isInRow) {
			this.openAroundRows(element);
			return;
		}
		if (!parent.isInRow) this.beginRow(parent);
		for (let index = 0; index < tokens.attributes; index++) {
			const attribute = this.attribute(index);
			if (attribute.isNamespace) continue;
			const slot = this.slotOf(attribute);
			if (slot >= 0) this.sink.cells[slot] = this.texts.attribute(index, slot);
		}
	}

	private openAroundRows(element: ElementPlace) {
		const { tokens, texts } = this;
		const isRoot = element.depth === 1;
		if (isRoot && this.root !== '') throw malformed('there is more than one root element');
		if (isRoot) this.root = element.local;
		const own: Array<[ColumnSource, string]> = [];
		for (let index = 0; index < tokens.attributes; index++) {
			const attribute = this.attribute(index);
			if (!attribute.isNamespace) own.push([attribute, texts.attribute(index, attribute.slot)]);
		}
		element.hasAttributes = own.length > 0;
		// Those of the root describe the report, not its rows.
		element.carried = isRoot ? [] : [...(element.parent?.carried ?? []), ...own];
	}

	/** A row begins with the attributes of the elements around it: those of its batch. */
	private beginRow({ carried }: ElementPlace) {
		const { cells } = this.sink;
		cells.fill('');
		for (const [attribute, text] of carried) {
			const slot = this.slotOf(attribute);
			if (slot >= 0) cells[slot] = text;
		}
	}

	private attribute(index: number): ColumnSource {
		const { nameStarts, nameEnds } = this.tokens;
		return this.element.attributes.find(this.window, nameStarts[index], nameEnds[index]);
	}

	/** -1 if nobody wants the column. */
	private slotOf(column: ColumnSource): number {
		if (column.slot === UNKNOWN_SLOT) {
			if (this.columns++ === MAX_COLUMNS) {
				throw refusal(
					`The rows have more than ${formatInteger(MAX_COLUMNS)} columns`,
					'Choose File as Output.',
				);
			}
			[column.slot] = this.sink.columns([this.names.give(column.path || column.local)]);
		}
		return column.slot;
	}

	private text() {
		const { tokens, texts, element } = this;
		const isEmpty = tokens.isBlank && element.content === '';
		if (!element.isInRow) {
			if (isEmpty) return;
			this.addTextAroundRows();
			// It isn't kept, but what isn't XML is refused everywhere.
			texts.element(element.slot);
		} else if (element.slot !== UNSELECTED_SLOT && (!isEmpty || tokens.mayGoOn)) {
			element.content += texts.element(element.slot);
		}
	}

	private characterData() {
		const { element } = this;
		if (!element.isInRow) this.addTextAroundRows();
		const text = this.texts.characterData(element.slot);
		if (!element.isInRow) return;
		element.content += text;
		element.isLiteral = true;
	}

	private addTextAroundRows() {
		if (this.element.parent === undefined) throw malformed(TEXT_OUTSIDE);
		this.element.hasText = true;
		this.hasTextAroundRows = true;
	}

	/** False when no more is wanted. */
	private close(): boolean {
		const { element, sink } = this;
		const { parent } = element;
		if (parent === undefined) return true;
		this.element = parent;
		if (!element.isInRow) {
			parent.hasRows ||= element.hasRows;
			const isLeftOut = element.hasText || (element.hasAttributes && !element.hasRows);
			if (isLeftOut && element.depth > 1) sink.countLeftOut(element.local);
			return true;
		}
		this.keepText(element);
		if (parent.isInRow) return true;
		parent.hasRows = true;
		const goesOn = !sink.accepts() || sink.row();
		this.rows++;
		return goesOn;
	}

	private keepText(element: ElementPlace) {
		const { content, isLiteral, hasChildren } = element;
		const isLeaf = !hasChildren && !element.hasAttributes;
		if (content === '' && !isLeaf) return;
		// Within a group, blanks are there for the eye only.
		const trimmed = isLiteral ? content : withoutBlanks(content);
		const text = trimmed === '' || hasChildren ? trimmed : content;
		if (text === '' && (!isLeaf || element.parent?.isInRow === false)) return;
		const slot = this.slotOf(element);
		if (slot >= 0) this.sink.cells[slot] = text;
	}
}

const NAMED = new Map([
	['lt', '<'],
	['gt', '>'],
	['amp', '&'],
	['quot', '"'],
	['apos', "'"],
]);
const REFERENCE = /&(?:#(x[0-9a-fA-F]+|[0-9]+)|([^;&\s]*))(;?)/g;

const CHARACTER = /^[\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]$/u;
const HIGHEST = 0x10ffff;

/** Expands the five entities and numeric references, and nothing else. */
const withoutReferences = (text: string): string =>
	text.replace(REFERENCE, (reference, digits: string | undefined, name: string, end: string) => {
		if (end === '') throw malformed(`"${reference.slice(0, 20)}" has no semicolon`);
		if (digits === undefined) {
			const character = NAMED.get(name);
			if (character !== undefined) return character;
			throw malformed(`"${reference}" is not a known entity`);
		}
		const code = Number(digits.replace('x', '0x'));
		const character = code <= HIGHEST ? String.fromCodePoint(code) : '';
		if (CHARACTER.test(character)) return character;
		throw malformed(`"${reference}" is not a character`);
	});

/** Makes text of the tokens, as the XML standard reads it. */
class XmlTexts {
	private readonly cells: CellDecoder;

	constructor(
		window: ByteWindow,
		private readonly tokens: XmlTokenizer,
	) {
		this.cells = new CellDecoder(window);
	}

	windowChanged(): void {
		this.cells.windowChanged();
	}

	/** Line ends become line feeds. */
	element(slot: number): string {
		const text = this.characterData(slot);
		return this.tokens.isRaw ? withoutReferences(text) : text;
	}

	/** Without references. */
	characterData(slot: number): string {
		const { start, end, isRaw } = this.tokens;
		const text = this.column(slot).text(start, end);
		return isRaw ? text.replace(/\r\n?/g, '\n') : text;
	}

	/** Line ends and tabs count as spaces. */
	attribute(index: number, slot: number): string {
		const { valueStarts, valueEnds, valueIsRaw } = this.tokens;
		const text = this.column(slot).text(valueStarts[index], valueEnds[index]);
		if (valueIsRaw[index] === 0) return text;
		return withoutReferences(text.replace(/\r\n|[\r\n\t]/g, ' '));
	}

	/** Texts of no column share the first memory of repeated ones. */
	private column(slot: number): ColumnTextCache {
		return this.cells.column(slot < 0 ? 0 : slot + 1);
	}
}
