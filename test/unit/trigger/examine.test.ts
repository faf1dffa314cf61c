import type { Known } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/known';
import { minute } from '../../support/invoiceAnswer';
import { watching } from './watchedInvoice';

const SENT: Known = { status: 'SENT', cursor: { at: minute(-90), count: 1 } };
const paid = (amount: number) => ({ total: 100, balance: 100 - amount });

describe('An invoice that is looked at again and again', () => {
	it('tells a payment when its entry comes, with the amount of the entry', () => {
		const { look, lacking } = watching(SENT, 'PAYMENT');
		expect(look(20, 'PARTIAL', 'SEND -90', paid(30))).toEqual([]);
		expect(look(25, 'PARTIAL', 'SEND -90, PAYMENT 19 30', paid(30))).toEqual(['SENT PARTIAL 30']);
		expect(look(50, 'PARTIAL', 'SEND -90, PAYMENT 19 30', paid(30))).toEqual([]);
		expect(lacking.size).toBe(0);
	});

	it('tells what each look showed where no entry comes, and which entries the service lacks', () => {
		const { look, lacking } = watching(SENT);
		expect(look(20, 'PARTIAL', 'SEND -90', paid(30))).toEqual([]);
		expect(look(25, 'PARTIAL', 'SEND -90', paid(50))).toEqual([]);
		expect(look(34.9, 'PENDING', 'SEND -90', paid(50))).toEqual([]);
		expect(look(35, 'PENDING', 'SEND -90', paid(50))).toEqual([
			'SENT PARTIAL 30',
			'PARTIAL PARTIAL 20',
			'PARTIAL PENDING',
		]);
		expect([...lacking].sort()).toEqual(['PAYMENT', 'PENDING']);
		expect(look(40, 'PAID', 'SEND -90', paid(100))).toEqual(['PENDING PAID 50']);
	});

	it('tells what the entries tell where they come in the end', () => {
		const { look } = watching(SENT);
		expect(look(20, 'PARTIAL', 'SEND -90', paid(30))).toEqual([]);
		const history = 'SEND -90, PAYMENT 19 10, PAYMENT 19.5 20';
		expect(look(36, 'PARTIAL', history, paid(30))).toEqual([
			'SENT PARTIAL 10',
			'PARTIAL PARTIAL 20',
		]);
	});

	it('tells what the entries tell, and not what it showed meanwhile, where that is over', () => {
		const { look } = watching(SENT);
		expect(look(20, 'PENDING', 'SEND -90')).toEqual([]);
		const history = 'SEND -90, PENDING 19, REJECTED 21';
		expect(look(25, 'SENT', history)).toEqual(['SENT PENDING', 'PENDING SENT']);
		expect(look(50, 'SENT', history)).toEqual([]);
	});

	it('does not name entries as lacking that came', () => {
		const { look, lacking } = watching({ ...SENT, cursor: { at: 0, count: 1 } });
		expect(look(20, 'CANCELED', 'SEND ?')).toEqual([]);
		expect(look(40, 'CANCELED', 'SEND ?, PENDING ?')).toEqual(['SENT PENDING']);
		expect(look(60, 'CANCELED', 'SEND ?, PENDING ?')).toEqual(['PENDING CANCELED']);
		expect([...lacking]).toEqual(['CANCEL']);
	});

	it('ignores an old answer while it waits', () => {
		const { look, known } = watching(SENT);
		expect(look(20, 'PAID', 'SEND -90', paid(100))).toEqual([]);
		const before = known();
		expect(look(25, 'PARTIAL', 'SEND -90', paid(30))).toEqual([]);
		expect(known()).toBe(before);
		expect(look(40, 'SENT', 'SEND -90', paid(0))).toEqual([]);
		expect(look(45, 'PAID', 'SEND -90', paid(100))).toEqual(['SENT PAID 100']);
	});

	it('ignores an answer with fewer entries than were read', () => {
		const { look, known } = watching(SENT);
		look(20, 'PARTIAL', 'SEND -90, PAYMENT 19 30', paid(30));
		const before = known();
		expect(look(25, 'SENT', 'SEND -90', paid(0))).toEqual([]);
		expect(known()).toBe(before);
	});

	describe('whose early events get no entry, because the service has no such entries', () => {
		/** Reviewed and rejected, which no entry tells, in a service that has entries of payments. */
		const reviewed = () => {
			const watched = watching(SENT, 'PAYMENT', 'CANCEL');
			watched.look(20, 'PENDING', 'SEND -90', paid(0));
			expect(watched.look(35, 'SENT', 'SEND -90', paid(0))).toEqual([
				'SENT PENDING',
				'PENDING SENT',
			]);
			expect(watched.known()?.ahead?.to).toHaveLength(2);
			return watched;
		};

		it('tells the next entry at once, as what it is, and nothing twice', () => {
			const { look, known } = reviewed();
			const history = 'SEND -90, REMINDER 36, CANCEL 39';
			expect(look(40, 'CANCELED', history, paid(0))).toEqual(['SENT SENT', 'SENT CANCELED']);
			expect(known()?.ahead).toBeUndefined();
			expect(look(60, 'CANCELED', history, paid(0))).toEqual([]);
		});

		it('waits for the entry of a payment as always', () => {
			const { look, known } = reviewed();
			const { ahead } = known()!;
			expect(look(40, 'PARTIAL', 'SEND -90, REMINDER 36', paid(30))).toEqual(['SENT SENT']);
			expect(known()?.ahead).toEqual(ahead);
			const history = 'SEND -90, REMINDER 36, PAYMENT 39 30';
			expect(look(45, 'PARTIAL', history, paid(30))).toEqual(['SENT PARTIAL 30']);
			expect(look(70, 'PARTIAL', history, paid(30))).toEqual([]);
		});
	});

	describe('right after the activation', () => {
		it('tells no payment from before, whose entry comes later', () => {
			const { look, known } = watching({ status: 'PARTIAL' });
			expect(look(5, 'PARTIAL', 'SEND -90', paid(30))).toEqual([]);
			expect(known()).toMatchObject({ status: 'PARTIAL', balance: '70', cursor: undefined });
			expect(look(10, 'PARTIAL', 'SEND -90, PAYMENT -3 30', paid(30))).toEqual([]);
			const history = 'SEND -90, PAYMENT -3 30, PAYMENT 12 20';
			expect(look(14, 'PARTIAL', history, paid(50))).toEqual(['PARTIAL PARTIAL 20']);
		});

		it('takes its history as read where it tells all, or where something was reported', () => {
			const whole = watching({ status: 'PARTIAL' });
			expect(whole.look(5, 'PARTIAL', 'SEND -90, PAYMENT -30 30', paid(30))).toEqual([]);
			expect(whole.known()?.cursor).toEqual({ at: minute(-30), count: 1 });
			const told = watching({ status: 'SENT' });
			expect(told.look(5, 'EXPIRED', 'SEND -90')).toEqual(['SENT EXPIRED']);
			expect(told.known()?.cursor).toEqual({ at: minute(-90), count: 1 });
		});
	});
});
