import { fetchPages, type LearnedPaging, type Page } from '../../../nodes/shared/service/paging';

/** A service with a list, in one of the ways in which the specification lets it give one. */
interface Dialect {
	entries: number;
	largestPage: number;
	limitIsTold: boolean;
	offsetCounts: 'entries' | 'pages';
	total: 'list' | 'page' | 'none';
	beyondTheEnd: 'empty' | 'nothing';
	/** How many new entries come in on top between two pages. */
	pushed: number;
}

const PLAIN: Dialect = {
	entries: 250,
	largestPage: 1000,
	limitIsTold: false,
	offsetCounts: 'entries',
	total: 'list',
	beyondTheEnd: 'empty',
	pushed: 0,
};

/** What comes of a list whose pages are fetched so; `requests` counts from 1. */
async function collect(
	fetch: (offset: number, limit: number, requests: number) => Page<number> | undefined,
	more: { pageSize?: number; offset?: number; learned?: LearnedPaging } = {},
) {
	let requests = 0;
	const warnings: string[] = [];
	const entries: number[] = [];
	const pages = fetchPages({
		fetch: async (offset, limit) => fetch(offset, limit, ++requests),
		identify: String,
		pageSize: 100,
		onWarning: (warning) => warnings.push(warning),
		...more,
	});
	for await (const page of pages) entries.push(...page.entries);
	return { entries, requests, warnings };
}

async function readAll(dialect: Dialect, more: Parameters<typeof collect>[1] = {}) {
	const whole = Array.from({ length: dialect.entries }, (_, index) => index);
	return await collect((offset, limit, requests) => {
		if (requests > 1) {
			for (let count = 0; count < dialect.pushed; count++) whole.unshift(-requests * 10 - count);
		}
		const size = Math.min(limit, dialect.largestPage);
		const start = dialect.offsetCounts === 'entries' ? offset : offset * size;
		if (start >= whole.length && dialect.beyondTheEnd === 'nothing') return undefined;
		const page = whole.slice(start, start + size);
		return {
			entries: page,
			...(dialect.total === 'list' ? { total: whole.length } : {}),
			...(dialect.total === 'page' ? { total: page.length } : {}),
			...(dialect.limitIsTold ? { limit: size } : {}),
		};
	}, more);
}

/** Whether all that was there from the start was read, and nothing twice. */
const isWhole = (entries: readonly number[], { entries: count }: Dialect) =>
	new Set(entries).size === entries.length &&
	entries.filter((entry) => entry >= 0).length === count;

describe('a list that the service gives as most do', () => {
	it.each([0, 1, 20, 99, 101, 250])(
		'of %d entries is read without one request too many',
		async (count) => {
			const dialect = { ...PLAIN, entries: count };
			const { entries, requests, warnings } = await readAll(dialect);
			expect(isWhole(entries, dialect)).toBe(true);
			expect(requests).toBe(Math.max(1, Math.ceil(count / 100)));
			expect(warnings).toEqual([]);
		},
	);

	it('that fills its page is asked once whether there is more', async () => {
		expect(await readAll({ ...PLAIN, entries: 100 })).toMatchObject({ requests: 2, warnings: [] });
	});
});

describe('a list is read whole', () => {
	const READINGS: Array<[string, Partial<Dialect>]> = [
		['whose pages are smaller than asked for', { largestPage: 20 }],
		['whose pages are smaller than asked for, as it says', { largestPage: 20, limitIsTold: true }],
		['whose offset counts pages', { offsetCounts: 'pages' }],
		['with a total of each page', { total: 'page' }],
		[
			'with small pages and a total of each page',
			{ largestPage: 20, limitIsTold: true, total: 'page' },
		],
	];

	it.each(READINGS)('%s', async (_name, reading) => {
		for (const count of [0, 1, 20, 99, 100, 101, 200, 250]) {
			const dialect = { ...PLAIN, ...reading, entries: count };
			const { entries, warnings } = await readAll(dialect);
			expect({ count, read: new Set(entries).size, warnings }).toEqual({
				count,
				read: count,
				warnings: [],
			});
			expect(entries).toHaveLength(count);
		}
	});

	it.each(['list', 'page', 'none'] as const)(
		'or says that it may not be, in every combination, total %s',
		async (total) => {
			const choices = [0, 1, 19, 20, 21, 60, 61, 130].flatMap((entries) =>
				[10, 16, 20].flatMap((largestPage) =>
					[true, false].flatMap((limitIsTold) =>
						(['entries', 'pages'] as const).flatMap((offsetCounts) =>
							(['empty', 'nothing'] as const).flatMap((beyondTheEnd) =>
								[0, 1].map((pushed): Dialect => ({
									...{ entries, largestPage, limitIsTold, offsetCounts, total },
									...{ beyondTheEnd, pushed },
								})),
							),
						),
					),
				),
			);
			for (const dialect of choices) {
				// Nothing shows that there is more than a short page with just that total.
				if (total === 'page' && dialect.largestPage < 20 && !dialect.limitIsTold) continue;
				const { entries, warnings } = await readAll(dialect, { pageSize: 20 });
				const isRight = isWhole(entries, dialect) || warnings.length > 0;
				expect([dialect, isRight]).toEqual([dialect, true]);
			}
		},
	);
});

it('a list with a wrong total is read once more, and the difference is reported', async () => {
	const list = Array.from({ length: 30 }, (_, index) => index);
	const read = await collect((offset, limit) => ({
		entries: list.slice(offset, offset + limit),
		total: 31,
	}));
	expect(read).toEqual({
		entries: list,
		warnings: ['The service says that its list has 31 entries, but gave 30 of them.'],
		requests: 5,
	});
});

it('a list that is read from an offset is whole with what is left of its total', async () => {
	const offsets: number[] = [];
	const fetch = (offset: number) => {
		offsets.push(offset);
		return { entries: [5, 6, 7].filter((entry) => entry >= offset), total: 8 };
	};
	const read = await collect(fetch, { pageSize: 10, offset: 5 });
	expect(read).toEqual({ entries: [5, 6, 7], requests: 1, warnings: [] });
	expect(offsets).toEqual([5]);
});

describe('a list that gets shorter while it is read', () => {
	const read = async (leaveAt: (requests: number) => boolean, come: number[] = []) => {
		const list = Array.from({ length: 95 }, (_, index) => index);
		const stayed = new Set(list);
		const { entries, warnings } = await collect(
			(offset, limit, requests) => {
				if (leaveAt(requests)) {
					stayed.delete(list.splice(2, 1)[0]);
					list.push(...come);
				}
				return { entries: list.slice(offset, offset + limit), total: list.length };
			},
			{ pageSize: 10 },
		);
		return { missing: [...stayed].filter((entry) => !entries.includes(entry)), warnings };
	};

	it.each([
		['', []],
		[' also where more entries come than leave,', [100, 101]],
	])('is read again,%s as an entry may have slipped past between two pages', async (_, come) => {
		expect(await read((requests) => requests === 4, come)).toEqual({ missing: [], warnings: [] });
	});

	it('gets a warning if it keeps changing', async () => {
		const { warnings } = await read((requests) => requests % 5 === 0);
		expect(warnings).toEqual([expect.stringContaining('changed while it was read')]);
	});
});
