import {
	isIdLine,
	readIds,
	writeIds,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/ids';
import { type Known } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/known';
import {
	readFinished,
	readKnown,
	writeFinished,
	writeKnown,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/lines';
import {
	isFailing,
	readInvoiceState,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/savedState';
import { type InvoiceState } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/state';
import {
	Fingerprints,
	newShelf,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/shelf';

const AT = Date.UTC(2026, 2, 1, 12);

describe('the line of an invoice', () => {
	it.each<[Known, string]>([
		[{ status: 'SENT' }, 'S|||||||A|B'],
		[{ status: '' }, '|||||||A|B'],
		[{ status: 'EXPIRED' }, 'EXPIRED|||||||A|B'],
		[{ status: 'PARTIAL', balance: '12.50' }, 'P||12.50|||||A|B'],
		[{ status: 'DRAFT', cursor: { at: 36, count: 2 } }, 'D|10.2||||||A|B'],
		[{ status: 'CREATED', cursor: { at: 0, count: 0 } }, 'C|0.0||||||A|B'],
		[{ status: 'PENDING', reported: { overdue: '1970-02-06' } }, 'F|||10,,,||||A|B'],
		[
			{
				status: 'PAID',
				reported: { expiresSoon: '1970-01-02', dueSoon: '1970-01-03', expired: '1970-01-04' },
			},
			'X|||,1,2,3||||A|B',
		],
		[{ status: 'CANCELED', goneSince: 37 }, 'Z||||11|||A|B'],
		[{ status: 'SENT', from: -36 }, 'S|||||-10||A|B'],
		[{ status: 'SENT', untimed: 3 }, 'S||||||,3,,|A|B'],
		[{ status: 'SENT', behindSince: 36 }, 'S||||||,,10,|A|B'],
		[
			{
				status: 'PARTIAL',
				ahead: { from: 'SENT', to: [{ status: 'PARTIAL', amount: '5' }, { status: 'PAID' }] },
			},
			'P||||||S;P:5;X:,,,|A|B',
		],
		[
			{ status: 'SENT', looks: [{ status: 'PARTIAL', balance: '5' }, { status: 'PAID' }] },
			'S||||||,,,P:5;X:|A|B',
		],
	])('of %j is %s, and is read back', (known, line) => {
		expect(writeKnown('A|B', known)).toBe(line);
		expect(readKnown(line)).toEqual(['A|B', known]);
		expect(readFinished(writeFinished('A|B', { known, at: AT }))).toEqual([
			'A|B',
			{ known, at: AT },
		]);
	});

	it('does not keep a count of nothing', () => {
		expect(writeKnown('A', { status: 'SENT', untimed: 0 })).toBe('S|||||||A');
	});
});

describe('a list of identifiers', () => {
	it('is kept without what each shares with the one before', () => {
		expect(writeIds(['INV-1', 'INV-2', 'X', 'X1', ''])).toEqual(['0INV-1', '42', '0X', '11', '0']);
	});

	it.each([
		[['INV-1', 'INV-2', 'X', 'X1', '', 'X']],
		[['a'.repeat(50), 'a'.repeat(51), `${'a'.repeat(35)}b`]],
		[[]],
	])('is read back: %j', (ids) => expect(readIds(writeIds(ids))).toEqual(ids));

	it('shares at most what one digit can count', () => {
		expect(writeIds(['a'.repeat(36), 'a'.repeat(36)])[1]).toBe('za');
	});

	it.each([
		['0x', true],
		['z', true],
		['', false],
		['Ax', false],
		[' 0', false],
		[0, false],
	])('the line %j is one: %p', (line, expected) => expect(isIdLine(line)).toBe(expected));
});

describe('the saved state', () => {
	const STATE: InvoiceState = {
		since: AT,
		activated: AT,
		ahead: 0,
		open: [writeKnown('A', { status: 'SENT', cursor: { at: AT, count: 1 } })],
		finished: [writeFinished('B', { known: { status: 'PAID' }, at: AT })],
		backlog: writeIds(['C']),
		shelves: { PAID: newShelf(), CANCELED: { ...newShelf(), ended: { a: 'abcdef' } } },
		reading: { status: 'SENT', offset: 100, unmet: writeIds(['A']) },
		turns: { partlyPaid: '', unlisted: 'A' },
		failing: { C: { times: 1, until: AT, reason: 'Busy' } },
		habits: {},
		historyEvents: ['SEND'],
	};
	const { shelves, reading, turns } = STATE;
	const paid = shelves!.PAID;

	it('is read as it is', () => {
		expect(readInvoiceState(STATE)).toBe(STATE);
		const optional = ['shelves', 'reading', 'failing', 'habits', 'historyEvents'];
		const least = Object.fromEntries(
			Object.entries(STATE).filter(([name]) => !optional.includes(name)),
		);
		expect(readInvoiceState(least)).toBe(least);
	});

	it.each<[string, object]>([
		['since', { since: 'x' }],
		['activated', { activated: null }],
		['ahead', { ahead: NaN }],
		['open', { open: {} }],
		['an open line', { open: ['S'] }],
		['an open line that is no text', { open: [7] }],
		['finished', { finished: 'x' }],
		['a finished line without its time', { finished: [writeKnown('B', { status: 'PAID' })] }],
		['a finished line without the rest', { finished: ['abc '] }],
		['a finished line that is no text', { finished: [7] }],
		['the backlog', { backlog: ['C'] }],
		['no backlog', { backlog: undefined }],
		['turns', { turns: 'A' }],
		['a turn', { turns: { ...turns, partlyPaid: 7 } }],
		['the other turn', { turns: { ...turns, unlisted: undefined } }],
		['shelves', { shelves: [] }],
		['a shelf', { shelves: { PAID: paid } }],
		['what ended', { shelves: { ...shelves, PAID: { ...paid, ended: 'x' } } }],
		['one that ended', { shelves: { ...shelves, PAID: { ...paid, ended: { a: 7 } } } }],
		...['surplus', 'position', 'length', 'left', 'odd'].map((name): [string, object] => [
			`the ${name} of a shelf`,
			{ shelves: { ...shelves, PAID: { ...paid, [name]: 'x' } } },
		]),
		['a reading', { reading: 'x' }],
		['the status of a reading', { reading: { ...reading, status: 7 } }],
		['the offset of a reading', { reading: { ...reading, offset: 'x' } }],
		['the rest of a reading', { reading: { ...reading, unmet: ['A'] } }],
		['failing', { failing: [] }],
		['habits', { habits: 'x' }],
		['events', { historyEvents: [7] }],
		['events that are no list', { historyEvents: 'SEND' }],
		['events that lack', { historyLacks: [7] }],
	])('is not read where somebody changed %s', (_what, change) =>
		expect(readInvoiceState({ ...STATE, ...change })).toBeUndefined(),
	);

	it.each([undefined, null, 'x', []])('is not %j', (value) =>
		expect(readInvoiceState(value)).toBeUndefined(),
	);

	it.each<[unknown, boolean]>([
		[{}, true],
		[{ A: { times: 1, until: 2 } }, true],
		[{ A: { times: 1 } }, false],
		[{ A: { until: 1 } }, false],
		[{ A: 7 }, false],
	])('what fails may be %j: %p', (value, expected) => expect(isFailing(value)).toBe(expected));

	describe('of the release before', () => {
		const EARLIER = {
			since: AT,
			activated: AT,
			open: ['S|10.2|5.00|2026-03-01|2026-03-02|11|A|B', 'D||||||C'],
			finished: ['abc X||||||D'],
			backlog: ['0E'],
			turn: 'F',
			ledgers: { PAID: { accounted: 1 }, CANCELED: { accounted: 0 } },
		};

		it('is brought to the form of this one', () => {
			const known: Known = {
				status: 'SENT',
				cursor: { at: 36, count: 2 },
				balance: '5.00',
				reported: { overdue: '2026-03-01', expiresSoon: '2026-03-02' },
				goneSince: 37,
			};
			expect(readInvoiceState(EARLIER)).toEqual({
				since: AT,
				activated: AT,
				ahead: 0,
				open: [writeKnown('A|B', known), writeKnown('C', { status: 'DRAFT' })],
				finished: [`abc ${writeKnown('D', { status: 'PAID' })}`],
				backlog: ['0E'],
				shelves: { PAID: newShelf(), CANCELED: newShelf() },
				turns: { partlyPaid: 'F', unlisted: '' },
			});
		});

		it('has no lists where single invoices are watched', () => {
			const numbers = { ...EARLIER, ledgers: undefined };
			expect(readInvoiceState(numbers)).toHaveProperty('shelves', undefined);
		});

		it.each<[string, object]>([
			['an open line', { open: ['S|10.2'] }],
			['an open line that is no text', { open: [7] }],
			['a finished line', { finished: ['X||||||D'] }],
			['a finished line that is no text', { finished: [7] }],
			['a finished line without its time', { finished: [' X||||||D'] }],
			['ledgers', { ledgers: 'x' }],
			['a ledger', { ledgers: { PAID: { accounted: 1 }, CANCELED: {} } }],
		])('is not read where somebody changed %s', (_what, change) =>
			expect(readInvoiceState({ ...EARLIER, ...change })).toBeUndefined(),
		);
	});
});

describe('fingerprints', () => {
	const DAY = 86_400_000;

	it('tell who was added, once, and are read back', () => {
		const prints = new Fingerprints({});
		prints.add('A', 5 * DAY);
		prints.add('A', 6 * DAY);
		prints.add('B', 5 * DAY + 1);
		prints.add('C', undefined);
		expect(prints.size).toBe(3);
		const again = new Fingerprints(prints.toRecord());
		expect(Object.keys(again.toRecord())).toEqual(['5', '']);
		expect(['A', 'B', 'C', 'D'].map((id) => again.has(id))).toEqual([true, true, true, false]);
		expect(again.size).toBe(3);
	});

	it('forget the days that have ended by then, and none without a day', () => {
		const prints = new Fingerprints({});
		prints.add('A', 4 * DAY);
		prints.add('B', 5 * DAY);
		prints.add('C', undefined);
		expect(prints.forgetBefore(5 * DAY - 1)).toBe(0);
		expect(prints.forgetBefore(5 * DAY)).toBe(1);
		expect(['A', 'B', 'C'].map((id) => prints.has(id))).toEqual([false, true, true]);
		expect(Object.keys(prints.toRecord())).toEqual(['5', '']);
	});
});
