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

const isPluralOf = (plural: string, singular: string) =>
	[`${singular}s`, `${singular}es`, singular.replace(/y$/, 'ies'), `${singular}List`].includes(
		plural,
	);

/** What the service calls a row: whatever it holds, it is one. The report may also repeat what it was asked for. */
const ROW = 'Request';
const ROWS = 'Requests';
/** They repeat too, but what stands around them is the row. */
const PARTS_OF_ROWS = ['LineItem', 'ApplicationReply'];

/** Sales of Sale, or anything that stands several times in one parent and is more than a text. */
const isListOf = (parent: ElementKind, child: ElementKind) =>
	!PARTS_OF_ROWS.includes(child.local) &&
	(isPluralOf(parent.local, child.local) ||
		(child.most > 1 && (child.kinds.size > 0 || child.hasAttributes)));

/** To the first list of Request, or the first at all; an empty list of them says where they would be. */
function requestsWithin(path: ElementKind[], isAnywhere: boolean): ElementKind[] | undefined {
	const { local, kinds, most } = path[path.length - 1];
	if (local === ROW && (isAnywhere || most > 1 || path.at(-2)?.local === ROWS)) return path;
	if (local === ROWS && kinds.size === 0) return [...path, newKind(ROW)];
	return firstOf([...kinds.values()], (kind) => requestsWithin([...path, kind], isAnywhere));
}

/** To the first list where no requests are listed. Facts about the report may stand beside it. */
function rowsWithin(path: ElementKind[]): ElementKind[] | undefined {
	const last = path[path.length - 1];
	if (path.length > 1 && (last.local === ROW || onlyKind(last) === undefined)) return undefined;
	const all = [...last.kinds.values()].toSorted((a, b) => b.kinds.size - a.kinds.size);
	const row = all.find((kind) => isListOf(last, kind));
	if (row !== undefined) return innermostRows([...path, row]);
	return firstOf(all, (kind) => rowsWithin([...path, kind]));
}

/** From an element that repeats to the rows within it, where it holds nothing else: from Batch over Sales to Sale. */
function innermostRows(path: ElementKind[]): ElementKind[] {
	const last = path[path.length - 1];
	const child = onlyKind(last);
	if (child === undefined || last.local === ROW) return path;
	if (isListOf(last, child) || child.local === ROW) return innermostRows([...path, child]);
	const row = onlyKind(child);
	return row !== undefined && isListOf(child, row) ? innermostRows([...path, child, row]) : path;
}

function firstOf<One, Found>(all: readonly One[], find: (one: One) => Found | undefined) {
	for (const one of all) {
		const found = find(one);
		if (found !== undefined) return found;
	}
	return undefined;
}

/**
 * The names from the root to the elements that make the rows, or undefined where there are none. Where nothing is a
 * list, the first group of values is the only row, and the user is told about the others.
 */
export function findRowElement(window: ByteWindow): string[] | undefined {
	const root = onlyKind(survey(window));
	if (root === undefined) return undefined;
	const groups = [...root.kinds.values()].filter(({ kinds }) => kinds.size > 0);
	const path = requestsWithin([root], false) ??
		rowsWithin([root]) ??
		requestsWithin([root], true) ?? [root, ...groups.slice(0, 1)];
	const { most, kinds, hasText, hasAttributes } = path[path.length - 1];
	const hasContent = kinds.size > 0 || hasText || hasAttributes;
	// One that was not met yet is one of an empty list.
	return path.length > 1 && (most === 0 || hasContent) ? path.map(({ local }) => local) : undefined;
}
