import type { Ledger } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/ledger';
import {
	closeLedger,
	missing,
	openLedger,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/ledger';

const HOUR = 3_600_000;
const START = 1000 * HOUR;
const QUIET = { absent: 0, arrivals: 0, isIncomplete: false };

const at = (hour: number) => START + hour * HOUR;
const opened = () => openLedger({ total: 10, at: START }, START);

/** One poll per hour, in which the service says that the list is so long. */
const polls = (ledger: Ledger, totals: number[]) =>
	totals.reduce(
		(last, total, hour) => closeLedger(last, { total, at: at(hour) }, [], QUIET),
		ledger,
	);

describe('The account of finished invoices', () => {
	it('misses those that are in the list and were not seen', () => {
		expect(missing(opened(), { total: 12, at: at(1) }, [])).toBe(2);
		expect(missing(opened(), { total: 12, at: at(1) }, [at(0.5)])).toBe(1);
	});

	it('does not count one as in the list that came after it was counted', () => {
		expect(missing(opened(), { total: 11, at: at(1) }, [at(2)])).toBe(1);
	});

	it('misses none where the service does not count', () => {
		expect(missing(opened(), { at: at(1) }, [])).toBe(0);
	});

	it('does not believe a list that is shorter for some hours, and agrees with it in nothing', () => {
		const ledger = polls(opened(), [10, 7, 7, 7, 7, 7, 7, 7]);
		expect(ledger).toMatchObject({ accounted: 10, total: 10, from: START });
		expect(ledger.agreed).toHaveLength(1);
		expect(closeLedger(ledger, { total: 10, at: at(9) }, [], QUIET).shortSince).toBeUndefined();
	});

	it('believes after a day that the service has removed some, and misses new ones again', () => {
		const ledger = polls(opened(), Array<number>(26).fill(7));
		expect(ledger).toMatchObject({ accounted: 7, total: 7 });
		expect(missing(ledger, { total: 8, at: at(30) }, [])).toBe(1);
	});

	it('moves on when the counts agreed in five polls, and stays three days behind', () => {
		expect(polls(opened(), [10, 10, 10, 10]).from).toBe(START);
		const later = Array.from({ length: 100 }, () => 10);
		expect(polls(opened(), later).from).toBe(at(95 - 72));
	});

	it('does not move on while something is left to the next poll', () => {
		const ledger = Array.from({ length: 100 }).reduce<Ledger>(
			(last, _, hour) =>
				closeLedger(last, { total: 10, at: at(hour) }, [], { ...QUIET, isIncomplete: true }),
			opened(),
		);
		expect(ledger).toMatchObject({ from: START, agreed: [] });
	});
});
