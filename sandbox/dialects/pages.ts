import type { Dialect } from './dialect';

const LARGEST_PAGE = 20;

/** How many entries a page really has room for. */
export function pageSize(isCut: boolean, limit: number): number {
	return isCut ? Math.min(limit, LARGEST_PAGE) : limit;
}

/** The list as a page sees it that starts there: it may have changed since the first page. */
export function asOfPage<T>(dialect: Dialect, list: readonly T[], start: number): readonly T[] {
	const isSteady = start === 0 || list.length === 0 || dialect.is('paging', 'steady');
	return isSteady ? list : [list[0], ...list];
}
