import type { ByteWindow } from '../reader';
import { Token, XmlTokenizer } from './tokens';

/** The elements with one path, as the beginning of a report shows them. */
class ElementKind {
	readonly kinds = new Map<string, ElementKind>();
	/** Within one parent. */
	repeats = false;
	hasText = false;
	hasAttributes = false;

	constructor(readonly local: string) {}

	child(local: string): ElementKind {
		const child = this.kinds.get(local) ?? new ElementKind(local);
		this.kinds.set(local, child);
		return child;
	}
}

/** No report is nearly as deep. */
export const MAX_DEPTH = 100;

function survey(window: ByteWindow): ElementKind {
	const tokens = new XmlTokenizer(window);
	const document = new ElementKind('');
	const open = [{ kind: document, met: new Set<ElementKind>() }];
	for (let token = tokens.next(); token !== Token.None; token = tokens.next()) {
		// The reader refuses it.
		if (open.length > MAX_DEPTH) break;
		const { kind, met } = open[open.length - 1];
		if (token === Token.Open) {
			const name = window.bytes.toString('utf8', tokens.start, tokens.end);
			const child = kind.child(name.slice(name.indexOf(':') + 1));
			child.repeats ||= met.has(child);
			met.add(child);
			child.hasAttributes ||= tokens.attributes > 0;
			if (!tokens.isEmpty) open.push({ kind: child, met: new Set() });
		} else if (token === Token.Close) {
			if (open.length > 1) open.pop();
		} else if (token === Token.CharacterData || (token === Token.Text && !tokens.isBlank)) {
			kind.hasText = true;
		}
	}
	window.position = 0;
	return document;
}

const onlyKind = ({ kinds, hasText }: ElementKind): ElementKind | undefined =>
	kinds.size === 1 && !hasText ? [...kinds.values()][0] : undefined;

/** Sales of Sale, Entries of Entry, SaleList of Sale. */
const isPluralOf = (plural: string, singular: string) =>
	plural.length > singular.length && plural.startsWith(singular.replace(/y$/, ''));

/** What the service calls a row, whatever it holds and wherever it stands. */
const ROW = 'Request';
const ROWS = 'Requests';
/** They repeat within a row. */
const PARTS_OF_ROWS = ['LineItem', 'ApplicationReply'];

/** Sales of Sale, or anything that repeats in one parent and is more than text. */
const isListOf = (parent: ElementKind, child: ElementKind) =>
	!PARTS_OF_ROWS.includes(child.local) &&
	(isPluralOf(parent.local, child.local) ||
		(child.repeats && (child.kinds.size > 0 || child.hasAttributes)));

type Path = readonly ElementKind[];

const firstOf = (paths: ReadonlyArray<Path | undefined>): Path | undefined =>
	paths.find((path) => path !== undefined);

/** To the first Request, or to where an empty list would have one. */
function requestsWithin(path: Path): Path | undefined {
	const { local, kinds } = path[path.length - 1];
	if (local === ROW) return path;
	if (local === ROWS && kinds.size === 0) return [...path, new ElementKind(ROW)];
	return firstOf([...kinds.values()].map((kind) => requestsWithin([...path, kind])));
}

/** To the innermost list: from Batch over Sales to Sale. Only in the root may facts stand beside a list. */
function rowsWithin(path: Path): Path | undefined {
	const last = path[path.length - 1];
	if (path.length > 1 && onlyKind(last) === undefined) return undefined;
	const all = [...last.kinds.values()].toSorted((a, b) => b.kinds.size - a.kinds.size);
	const row = all.find((kind) => isListOf(last, kind));
	if (row === undefined) return firstOf(all.map((kind) => rowsWithin([...path, kind])));
	return rowsWithin([...path, row]) ?? [...path, row];
}

/**
 * The names from the root to the rows, or undefined if there are none. If nothing is a list, the first group of values
 * is the only row, and a notice names the others.
 */
export function findRowElement(window: ByteWindow): string[] | undefined {
	const root = onlyKind(survey(window));
	if (root === undefined) return undefined;
	const all = [...root.kinds.values()];
	// An empty element beside facts is the list, without rows.
	const isEmpty = ({ kinds, hasText, hasAttributes }: ElementKind) =>
		kinds.size === 0 && !hasText && !hasAttributes;
	const groups = all.some(isEmpty) ? [] : all.filter(({ kinds }) => kinds.size > 0);
	const path = requestsWithin([root]) ?? rowsWithin([root]) ?? [root, ...groups.slice(0, 1)];
	const { local, kinds, hasText, hasAttributes } = path[path.length - 1];
	const hasContent = local === ROW || kinds.size > 0 || hasText || hasAttributes;
	return path.length > 1 && hasContent ? path.map((kind) => kind.local) : undefined;
}
