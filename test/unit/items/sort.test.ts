import { readSort, sorted, type SortRule } from '../../../nodes/shared/node/sort';

const ROWS = [
	{ number: '10', amount: '9.50', due: '2026-03-01', name: 'Zed' },
	{ number: '9', amount: '100', due: null, name: 'ann' },
	{ number: '2', amount: '9.5', due: '2025-12-31', name: 'Bob' },
];
const order = (...rules: SortRule[]) =>
	sorted(ROWS, rules, (row) => row).map(({ number }) => number);

describe('sorting', () => {
	it.each<[string, SortRule[], string[]]>([
		['keeps the order of the service without a rule', [], ['10', '9', '2']],
		['compares amounts as amounts', [{ field: 'amount', direction: 'asc' }], ['10', '2', '9']],
		['is ascending without a direction', [{ field: 'amount' }], ['10', '2', '9']],
		[
			'takes the first of two rules for one field',
			[
				{ field: 'amount', direction: 'desc' },
				{ field: 'amount', direction: 'asc' },
			],
			['9', '10', '2'],
		],
		['keeps the order where no result has the field', [{ field: 'nothing' }], ['10', '9', '2']],
		['reverses', [{ field: 'amount', direction: 'desc' }], ['9', '10', '2']],
		[
			'puts text in the order of a dictionary',
			[{ field: 'name', direction: 'asc' }],
			['9', '2', '10'],
		],
		['puts what has no value last', [{ field: 'due', direction: 'asc' }], ['2', '10', '9']],
		[
			'puts it last in the other direction too',
			[{ field: 'due', direction: 'desc' }],
			['10', '2', '9'],
		],
		[
			'goes on to the next rule where two are equal',
			[
				{ field: 'amount', direction: 'asc' },
				{ field: 'number', direction: 'asc' },
			],
			['2', '10', '9'],
		],
	])('%s', (_name, rules, expected) => expect(order(...rules)).toEqual(expected));

	const entered = (...rule: object[]) => readSort({ parameter: () => ({ rule }) });

	it('takes a rule with a field', () => {
		const rule = { field: 'amount', direction: 'desc' };
		expect(entered(rule)).toEqual([rule]);
		expect(entered({ field: 'amount' })).toEqual([{ field: 'amount' }]);
		expect(readSort({ parameter: () => ({ rule }) })).toEqual([rule]);
		expect(readSort({ parameter: () => ({}) })).toEqual([]);
		expect(readSort({ parameter: () => ({ rule: null }) })).toEqual([]);
	});

	it('refuses a rule without a field', () => {
		expect(() => entered({ field: 'amount' }, { field: '', direction: 'asc' })).toThrow(
			'Sort Rule 2, Field: is empty',
		);
	});

	const MIXED = ['1.10', '1.5', '1.7a', '-10', '-5', '-7x', '', null, 'Zed', 'ann', 100];
	const textsOf = (values: readonly unknown[]) =>
		sorted(values, [{ field: 'value' }], (value) => ({ value: value as string })).map(String);

	it('puts numbers first, then text, in one order, whichever order they come in', () => {
		const expected = ['-10', '-5', '1.10', '1.5', '100', '-7x', '1.7a', 'ann', 'Zed'];
		for (let turn = 0; turn < MIXED.length; turn++) {
			const turned = [...MIXED.slice(turn), ...MIXED.slice(0, turn)];
			expect(textsOf(turned).slice(0, expected.length)).toEqual(expected);
		}
	});

	it('takes a leap second for the next one, and what is no time for text', () => {
		const inOrder = [
			'2016-12-31T23:59:59Z',
			'2016-12-31T23:59:60Z',
			'2017-01-01T00:00:01Z',
			'2016-12-31T23:59:59+99:00',
		];
		expect(textsOf([...inOrder].reverse())).toEqual(inOrder);
	});

	it.each([
		['2026-01-05T10:00:00Z', '2026-01-05T10:00:00.100Z'],
		['2026-01-05T10:00:00.25Z', '2026-01-05T10:00:00.5Z'],
		['2026-01-05T10:00:00.1234Z', '2026-01-05T10:00:00.12345Z', '2026-01-05T10:00:00.1235Z'],
		['2026-01-05T11:30:00+05:00', '2026-01-05T10:00:00Z', '2026-01-05T09:00:00-05:00'],
		['1969-12-31T23:59:58.75Z', '1969-12-31T23:59:59Z', '1970-01-01'],
		['99', '2026-01-05', '2026-01-05T10:00:00Z', '2025 was a year', 'soon'],
	])('sorts times by when they are: %s, %s', (...times) => {
		expect(textsOf([...times].reverse())).toEqual(times);
	});

	it('keeps the order of 10,000 results that are equal, and sorts no results at all', () => {
		const rows = Array.from({ length: 10_000 }, (_, index) => ({
			index,
			amount: `${index % 7}.0`,
		}));
		const inOrder = sorted(rows, [{ field: 'amount', direction: 'desc' }], (row) => row);
		const expected = [6, 5, 4, 3, 2, 1, 0].flatMap((amount) =>
			rows.filter(({ index }) => index % 7 === amount),
		);
		expect(inOrder).toEqual(expected);
		expect(sorted([], [{ field: 'amount' }], () => ({}))).toEqual([]);
	});
});
