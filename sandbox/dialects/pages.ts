import type { Choice } from './table';

const LARGEST_PAGE = 20;

/** How many entries a page really has room for. */
export function pageSize(reading: Choice['invoicePageSize'], limit: number): number {
	return reading === 'as-asked' ? limit : Math.min(limit, LARGEST_PAGE);
}

/** The list as a page sees it that starts there: it may have changed since the first page. */
export function asOfPage<T>(
	reading: Choice['invoicePaging'],
	list: readonly T[],
	start: number,
): readonly T[] {
	if (start === 0 || list.length === 0) return list;
	switch (reading) {
		case 'steady':
			return list;
		case 'repeated':
			return [list[0], ...list];
	}
}

export type Compare<T> = (a: T, b: T) => number;

export function compareText(a = '', b = ''): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
