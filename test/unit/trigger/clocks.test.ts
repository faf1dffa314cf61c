import {
	betweenClocksNotice,
	clocksOf,
	clockWarning,
	isBetweenClocks,
	showsLaterClock,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/clocks';
import { pollInvoices } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/watch';
import type { InvoicePage } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/service';
import type { InvoiceState } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/state';
import { invoiceAnswer, minute, START } from '../../support/invoiceAnswer';
import { dice, InvoiceModel } from './invoiceModel';
import { EVERY_CHANGE } from '../../support/triggerSettings';
import { PollingDriver } from './pollingDriver';

const MINUTE = 60_000;

/** A service whose answers tell another time than its histories. */
class TwoClocks extends InvoiceModel {
	/** By how much the `Date` header is ahead of the history. */
	ahead = 0;
	/** By how much both are ahead of n8n. */
	fast = 0;
	/** How old the answers are by their `Date` header. */
	old = 0;

	override async page(status: string, offset: number, limit: number): Promise<InvoicePage> {
		const page = await super.page(status, offset, limit);
		return { ...page, at: page.at + this.ahead - this.old };
	}

	reviewAndReject(id: string): void {
		const invoice = this.invoices.get(id)!;
		this.record(invoice, 'PENDING', 'PENDING');
		this.tick(1000);
		this.record(invoice, 'REJECTED', 'SENT');
	}
}

interface Differing {
	ahead?: number;
	fast?: number;
}

/** An invoice that was sent long ago, from the activation on. */
async function watching({ ahead = 0, fast = 0 }: Differing, before?: (service: TwoClocks) => void) {
	const service = new TwoClocks(dice(1));
	Object.assign(service, { ahead: ahead * MINUTE, fast: fast * MINUTE });
	const { id } = service.create('sent');
	const { id: other } = service.create('sent');
	service.tick(86_400_000);
	before?.(service);
	let state: InvoiceState | undefined;
	const poll = async () => {
		const now = service.clock - service.fast;
		const polled = await pollInvoices(state, {
			service,
			settings: EVERY_CHANGE,
			now,
			outOfTime: () => false,
		});
		state = JSON.parse(JSON.stringify(polled.state)) as InvoiceState;
		const told = polled.events.map(
			(event) => `${event.id === id ? '' : 'other '}${event.newStatus}`,
		);
		return { told, notice: polled.notice };
	};
	expect((await poll()).told).toEqual([]);
	return { service, poll, id, other };
}

const UNCLEAR = expect.stringContaining('may be from the minutes before the start') as string;

describe('Where the clock of the service and that of n8n differ', () => {
	it.each([7, -7])(
		'both statuses of a rejected payment come, by a history with the clock of n8n: answers are %i minutes ahead',
		async (ahead) => {
			const { service, poll, id } = await watching({ ahead });
			service.tick(2 * MINUTE);
			service.reviewAndReject(id);
			service.tick(6 * MINUTE);
			service.pay(service.invoices.get(id)!, true);
			service.tick(2 * MINUTE);
			const { told, notice } = await poll();
			expect(told).toEqual(['PENDING', 'SENT', 'PAID']);
			if (ahead > 0) expect(notice).toEqual(UNCLEAR);
			expect((await poll()).notice).toBeUndefined();
		},
	);

	it('they come where answers bring an old time as well: that shows no later clock', async () => {
		const { service, poll, id } = await watching({ ahead: 7 });
		service.tick(2 * MINUTE);
		service.reviewAndReject(id);
		service.tick(6 * MINUTE);
		service.pay(service.invoices.get(id)!, true);
		service.tick(2 * MINUTE);
		service.old = 10 * MINUTE;
		expect((await poll()).told).toEqual(['PENDING', 'SENT', 'PAID']);
	});

	it('nothing from before the start comes once an entry shows that the history has the later clock', async () => {
		let reviewed = '';
		const { service, poll, id, other } = await watching({ fast: 7 }, (early) => {
			[reviewed] = [...early.invoices.keys()];
			early.reviewAndReject(reviewed);
			early.tick(3 * MINUTE);
		});
		expect(reviewed).toBe(id);
		service.tick(MINUTE);
		service.pay(service.invoices.get(other)!, true);
		expect((await poll()).told).toEqual(['other PAID']);
		service.pay(service.invoices.get(id)!, true);
		expect(await poll()).toEqual({ told: ['PAID'], notice: undefined });
	});

	it('what may be from before the start comes, and the output says so, before that has shown', async () => {
		const { service, poll, id } = await watching({ fast: 7 }, (early) => {
			const [first] = [...early.invoices.keys()];
			early.reviewAndReject(first);
			early.tick(3 * MINUTE);
		});
		service.pay(service.invoices.get(id)!, true);
		service.tick(10 * MINUTE);
		expect(await poll()).toEqual({ told: ['PENDING', 'SENT', 'PAID'], notice: UNCLEAR });
	});

	it('a difference of less than two minutes is none', async () => {
		const { service, poll, id } = await watching({ ahead: 1.5 });
		// Before the start by the clock of the service, after it by the clock of n8n.
		service.tick(MINUTE / 2);
		service.reviewAndReject(id);
		service.tick(MINUTE);
		service.pay(service.invoices.get(id)!, true);
		expect(await poll()).toEqual({ told: ['PAID'], notice: undefined });
	});
});

describe('Certain invoices of a service that gives no history', () => {
	const certain = async (start: 'now' | 'everything') => {
		const service = new InvoiceModel(dice(2));
		service.weather = { ...service.weather, keepsHistory: false };
		const there = service.create('sent');
		service.tick(86_400_000);
		const settings = { ...EVERY_CHANGE, start: { kind: start }, numbers: [there.id, 'LATER'] };
		return { service, there, driver: new PollingDriver(service, settings) };
	};
	const told = async (driver: PollingDriver) =>
		(await driver.poll()).map(({ previousStatus, newStatus }) => [previousStatus, newStatus]);

	it('are watched from now on: their present status is no event, and the next one is', async () => {
		const { service, there, driver } = await certain('now');
		expect(await told(driver)).toEqual([]);
		service.tick(MINUTE);
		service.pay(there, true);
		expect(await told(driver)).toEqual([['SENT', 'PAID']]);
	});

	it('are as they were where the first look-up failed', async () => {
		const { service, there, driver } = await certain('now');
		const details = service.details.bind(service);
		service.details = async () => await Promise.reject(new Error('Not now'));
		expect(await told(driver)).toEqual([]);
		service.details = details;
		expect(await told(driver)).toEqual([]);
		service.pay(there, true);
		expect(await told(driver)).toEqual([['SENT', 'PAID']]);
	});

	it('are new where they were not there', async () => {
		const { service, driver } = await certain('now');
		await driver.poll();
		const created = service.create('sent');
		service.invoices.set('LATER', created);
		service.tick(MINUTE);
		expect(await told(driver)).toEqual([[null, 'SENT']]);
	});

	it('come with their present status where everything is wanted', async () => {
		expect(await told((await certain('everything')).driver)).toEqual([[null, 'SENT']]);
	});
});

describe('The clocks that a history may go by', () => {
	const inMinutes = (ahead: number, isLater: boolean) =>
		clocksOf(ahead * MINUTE, isLater).map((shift) => shift / MINUTE);

	it.each([
		[7, [-7, 0]],
		[-7, [0, 7]],
		[2, [-2, 0]],
		[-2, [0, 2]],
	])(
		'are the earlier one first where the service is %i minutes ahead of n8n: %j',
		(ahead, clocks) => {
			expect(inMinutes(ahead, false)).toEqual(clocks);
			expect(inMinutes(ahead, true)).toEqual([...clocks].reverse());
		},
	);

	it.each([
		[0, [0, 0]],
		[1.99, [0, -1.99]],
		[-1.99, [0, 1.99]],
	])(
		'are that of the service first where it is %d minutes ahead, which an answer may take',
		(ahead, clocks) => {
			expect(inMinutes(ahead, false)).toEqual(clocks);
			expect(inMinutes(ahead, true)).toEqual(clocks);
		},
	);

	it.each([
		[7, -5.9],
		[7, 3],
		[-7, 1.1],
		[-7, 7],
	])('are shown to be the later one, %i minutes ahead, by an entry of minute %d', (ahead, at) => {
		const { history } = invoiceAnswer('SENT', `DRAFT -90, SEND ${at}`);
		expect(showsLaterClock(history, START - ahead * MINUTE, ahead * MINUTE)).toBe(true);
	});

	it.each([
		[7, -6],
		[7, -7],
		[-7, 1],
		[-7, 0],
		[1.9, 30],
		[-1.9, 30],
	])('are not shown, %d minutes ahead, by an entry of minute %d', (ahead, at) => {
		const { history } = invoiceAnswer('SENT', `DRAFT -90, SEND ${at}`);
		expect(showsLaterClock(history, START - ahead * MINUTE, ahead * MINUTE)).toBe(false);
	});
});

describe('A change from the minutes between both clocks', () => {
	const isBetween = (ahead: number, at: number) =>
		isBetweenClocks(minute(at), START, ahead * MINUTE);

	it('is one that happened before the start by one clock and after it by the other', () => {
		expect([-7.1, -7, -0.1, 0].map((at) => isBetween(7, at))).toEqual([false, true, true, false]);
		expect([-0.1, 0, 6.9, 7].map((at) => isBetween(-7, at))).toEqual([false, true, true, false]);
	});

	it('is none where the clocks agree, or where nobody knows when it happened', () => {
		expect(isBetween(1.9, -1)).toBe(false);
		expect(isBetween(-1.9, 1)).toBe(false);
		expect(isBetweenClocks(undefined, START, 7 * MINUTE)).toBe(false);
	});
});

describe('What the user reads about clocks that differ', () => {
	it('says by how many minutes, and in which direction, from two minutes on', () => {
		expect(clockWarning(7.4 * MINUTE)).toContain('was 7 minutes ahead of the clock of n8n');
		expect(clockWarning(-2 * MINUTE)).toContain('was 2 minutes behind the clock of n8n');
		expect(betweenClocksNotice(2.6 * MINUTE)).toContain('was 3 minutes ahead of the clock of n8n');
		expect(betweenClocksNotice(-7 * MINUTE)).toContain('was 7 minutes behind the clock of n8n');
	});

	it('is nothing where they differ by less', () => {
		expect(clockWarning(1.9 * MINUTE)).toBeUndefined();
		expect(clockWarning(-1.9 * MINUTE)).toBeUndefined();
	});
});
