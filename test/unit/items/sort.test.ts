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
		expect(readSort({ parameter: () => ({}) })).toEqual([]);
	});

	it('refuses a rule without a field', () => {
		expect(() => entered({ field: 'amount' }, { field: '', direction: 'asc' })).toThrow(
			'Sort Rule 2, Field: is empty',
		);
	});
});
