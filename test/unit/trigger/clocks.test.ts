import { pollInvoices } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/watch';
import type { InvoicePage } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/service';
import type { InvoiceState } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/state';
import { dice, InvoiceModel } from './invoiceModel';
import { EVERY_CHANGE, PollingDriver } from './pollingDriver';

const MINUTE = 60_000;

/** A service whose answers tell another time than its histories. */
class TwoClocks extends InvoiceModel {
	/** By how much the `Date` header is ahead of the history. */
	ahead = 0;
	/** By how much both are ahead of n8n. */
	fast = 0;

	override async page(status: string, offset: number, limit: number): Promise<InvoicePage> {
		const page = await super.page(status, offset, limit);
		return { ...page, at: page.at + this.ahead };
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
