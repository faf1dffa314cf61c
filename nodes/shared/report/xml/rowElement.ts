import type { ByteWindow } from '../window';
import { Token, XmlTokens } from './tokens';

/** What the beginning of a report shows of the elements with one path. */
interface ElementKind {
	local: string;
	kinds: Map<string, ElementKind>;
	/** The most of them that stood in one parent. */
	most: number;
	hasText: boolean;
	hasAttributes: boolean;
}

const newKind = (local: string): ElementKind => ({
	local,
	kinds: new Map(),
	most: 0,
	hasText: false,
	hasAttributes: false,
});

/** No report has nearly as many elements within each other. */
export const DEEPEST = 100;

function survey(window: ByteWindow): ElementKind {
	const tokens = new XmlTokens(window);
	const document = newKind('');
	const open = [{ kind: document, counts: new Map<string, number>() }];
	for (let token = tokens.next(); token !== Token.None; token = tokens.next()) {
		// The reader refuses it in words.
		if (open.length > DEEPEST) return document;
		const { kind, counts } = open[open.length - 1];
		if (token === Token.Open) {
			const name = window.bytes.toString('utf8', tokens.start, tokens.end);
			const local = name.slice(name.indexOf(':') + 1);
			let child = kind.kinds.get(local);
			if (child === undefined) kind.kinds.set(local, (child = newKind(local)));
			const count = (counts.get(local) ?? 0) + 1;
			counts.set(local, count);
			child.most = Math.max(child.most, count);
			child.hasAttributes ||= tokens.attributes > 0;
			if (!tokens.isEmpty) open.push({ kind: child, counts: new Map() });
		} else if (token === Token.Close) {
			if (open.length > 1) open.pop();
		} else if (token === Token.CharacterData || (token === Token.Text && !tokens.isBlank)) {
			kind.hasText = true;
		}
	}
	return document;
}

const onlyKind = ({ kinds, hasText }: ElementKind): ElementKind | undefined =>
	kinds.size === 1 && !hasText ? [...kinds.values()][0] : undefined;

const hasContent = ({ kinds, hasText, hasAttributes }: ElementKind) =>
	kinds.size > 0 || hasText || hasAttributes;

const isPluralOf = (plural: string, singular: string) =>
	[`${singular}s`, `${singular}es`, singular.replace(/y$/, 'ies'), `${singular}List`].includes(
		plural,
	);

/** Requests of Request, or anything that stands several times in one parent and is more than a text. */
const isListOf = (parent: ElementKind, child: ElementKind) =>
	isPluralOf(parent.local, child.local) ||
	(child.most > 1 && (child.kinds.size > 0 || child.hasAttributes));

/** What the service calls a row: whatever it holds, it is one. */
const ROW = 'Request';
const ROWS = 'Requests';
/** They repeat too, but what stands around them is the row. */
const PARTS_OF_ROWS = ['LineItem', 'ApplicationReply'];

const isPartOfRow = ({ local, kinds }: ElementKind): boolean =>
	PARTS_OF_ROWS.some((part) => local === part || (kinds.has(part) && isPluralOf(local, part)));

/** An empty list of rows says where they would be. */
function expectRows({ local, kinds }: ElementKind): void {
	if (local === ROWS && kinds.size === 0) kinds.set(ROW, newKind(ROW));
	for (const kind of kinds.values()) expectRows(kind);
}

/** From an element that repeats to the rows within it: from Batch over Requests to Request. */
function innermostRows(path: ElementKind[]): ElementKind[] {
	const last = path[path.length - 1];
	const child = onlyKind(last);
	if (last.local === ROW || child === undefined || isPartOfRow(child)) return path;
	if (isListOf(last, child)) return innermostRows([...path, child]);
	const grandchild = onlyKind(child);
	return grandchild !== undefined && isListOf(child, grandchild)
		? innermostRows([...path, child, grandchild])
		: path;
}

/** Facts about the report may stand beside its rows: the rows are where a list is. */
function listWithin(root: ElementKind): ElementKind | undefined {
	const kinds = [...root.kinds.values()].filter(({ kinds: inner }) => inner.size > 0);
	return (
		kinds.find(({ most }) => most > 1) ??
		kinds.find((kind) => [...kind.kinds.values()].some((child) => isListOf(kind, child))) ??
		(kinds.length === 1 ? kinds[0] : undefined)
	);
}

/** From the root to the first list and the rows within it, or undefined where nothing is a list. */
function rowsInList(root: ElementKind): ElementKind[] | undefined {
	let path = [root];
	for (;;) {
		const last = path[path.length - 1];
		const child = onlyKind(last) ?? (last === root ? listWithin(root) : undefined);
		if (child === undefined || (last !== root && isPartOfRow(child))) return undefined;
		path = [...path, child];
		if (child.local === ROW || isListOf(last, child)) return innermostRows(path);
	}
}

/** Where nothing is a list, all of it is in one row, so that no value is without a column. */
function onlyRow(root: ElementKind): ElementKind[] {
	const child = onlyKind(root) ?? listWithin(root);
	return child === undefined ? [root] : [root, child];
}

/**
 * The names from the root to the elements that make the rows, or undefined where there are none.
 * A wrapper holds elements of one name only; a row holds several, or repeats.
 */
export function findRowElement(window: ByteWindow): string[] | undefined {
	const document = survey(window);
	expectRows(document);
	const root = onlyKind(document);
	if (root === undefined) return undefined;
	const path = rowsInList(root) ?? onlyRow(root);
	const last = path[path.length - 1];
	const isExpected = last.most === 0;
	return path.length > 1 && (isExpected || hasContent(last))
		? path.map(({ local }) => local)
		: undefined;
}
