import type { InvoicePage } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/service';
import type { InvoiceDetails } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
import { promised } from './guide';
import { CALM, dice, InvoiceModel, serviceFailed } from './invoiceModel';
import { EVERY_CHANGE } from '../../support/triggerSettings';
import { PollingDriver } from './pollingDriver';

/** A service with habits of its own: statuses without a list, lists without a total, invoices that fail. */
class OddService extends InvoiceModel {
	isUncounted = false;
	/** However many are asked for, it gives no more. */
	mostPerPage = Infinity;
	/** Its offset counts pages. */
	countsPages = false;
	/** What happens right after a page of the paid ones was read, once. */
	afterPaidPage?: () => void;
	keepsCreated = true;
	/** So much later than its status an entry shows in the history. */
	historyLag = 0;
	readonly expired = new Set<string>();
	readonly broken = new Set<string>();
	readonly removed = new Set<string>();

	override async page(status: string, offset: number, limit: number): Promise<InvoicePage> {
		const page = await this.shownPage(status, offset, limit);
		if (status === 'PAID') {
			this.afterPaidPage?.();
			this.afterPaidPage = undefined;
		}
		return page;
	}

	private async shownPage(status: string, offset: number, limit: number): Promise<InvoicePage> {
		const most = Math.min(limit, this.mostPerPage);
		const page = await super.page(status, 0, 1_000_000);
		const shown = page.entries.filter(({ id }) => !this.expired.has(id) && !this.removed.has(id));
		const from = this.countsPages ? offset * most : offset;
		const entries = shown.slice(from, from + most);
		return {
			...page,
			total: this.isUncounted ? undefined : shown.length,
			entries: this.keepsCreated
				? entries
				: entries.map((entry) => ({ ...entry, created: undefined })),
		};
	}

	override async details(id: string): Promise<InvoiceDetails | undefined> {
		if (this.broken.has(id)) {
			this.requests++;
			throw serviceFailed();
		}
		const invoice = await super.details(id);
		if (invoice === undefined) return undefined;
		const history = invoice.history.filter(({ at }) => at + this.historyLag <= this.clock);
		const status = this.expired.has(id) ? 'EXPIRED' : invoice.status;
		return { ...invoice, status, history };
	}
}

const PAGE = 100;
const HOUR = 3_600_000;

async function watching(
	{ open = 150, paid = 1000 },
	prepare: (service: OddService) => void = () => {},
) {
	const service = new OddService(dice(7));
	service.weather = { ...CALM, order: 'scrambled' };
	for (let count = 0; count < paid; count++) service.createAndPay();
	const invoices = Array.from({ length: open }, () => service.create('sent'));
	service.tick(10 * 86_400_000);
	prepare(service);
	const driver = new PollingDriver(service, { ...EVERY_CHANGE, pageSize: PAGE });
	const poll = async () => {
		service.tick(60_000);
		service.requests = 0;
		const events = await driver.poll();
		return { events, requests: service.requests };
	};
	await poll();
	return { service, invoices, driver, poll };
}

/** What the rows of the guide are about: 150 open invoices on two pages, 1,000 paid ones. */
describe('The requests of a poll over 150 open and 1,000 paid invoices, as the guide gives them', () => {
	it('when nothing happened', async () => {
		const { poll } = await watching({});
		expect((await poll()).requests).toBe(promised('Nothing happened'));
	});

	it('when one invoice was paid, be there a history or none', async () => {
		for (const keepsHistory of [true, false]) {
			const { service, invoices, poll } = await watching({}, (odd) => {
				odd.weather = { ...odd.weather, keepsHistory };
			});
			service.pay(invoices[3], true);
			const { events, requests } = await poll();
			expect(events.map(({ newStatus }) => newStatus)).toEqual(['PAID']);
			expect(requests).toBe(promised('One invoice was paid'));
			expect((await poll()).requests).toBe(promised('Nothing happened'));
		}
	});

	it('when ten changed', async () => {
		const { service, invoices, poll } = await watching({});
		for (const invoice of invoices.slice(0, 10)) service.pay(invoice, true);
		const { events, requests } = await poll();
		expect(events).toHaveLength(10);
		expect(requests).toBe(promised('Ten invoices were paid'));
	});

	it('when one invoice was paid and its history lags, until the entry is there', async () => {
		const { service, invoices, poll } = await watching({});
		service.pay(invoices[1], true);
		expect((await poll()).events).toHaveLength(1);
		service.historyLag = 150_000;
		service.pay(invoices[3], true);
		for (let polls = 0; polls < 2; polls++) {
			expect(await poll()).toEqual({ events: [], requests: promised('One invoice was paid') });
		}
		const { events, requests } = await poll();
		expect(events.map(({ newStatus, at }) => [newStatus, at !== undefined])).toEqual([
			['PAID', true],
		]);
		expect(requests).toBe(promised('One invoice was paid'));
		expect(await poll()).toEqual({ events: [], requests: promised('Nothing happened') });
	});

	it('when one was created and paid since the last poll, at most', async () => {
		const { service, poll } = await watching({});
		service.createAndPay();
		let most = 0;
		let found = 0;
		for (let polls = 0; polls < 6; polls++) {
			const { events, requests } = await poll();
			most = Math.max(most, requests);
			found += events.length;
		}
		expect(found).toBe(2);
		expect(most).toBeLessThanOrEqual(promised('One was created and paid'));
		expect((await poll()).requests).toBe(promised('Nothing happened'));
	});

	it('when 40 are in a status without a list', async () => {
		const { service, invoices, poll } = await watching({});
		for (const { id } of invoices.slice(0, 40)) service.expired.add(id);
		const events = [...(await poll()).events, ...(await poll()).events];
		expect(events.map(({ newStatus }) => newStatus)).toEqual(Array(40).fill('EXPIRED'));
		expect((await poll()).requests).toBe(promised('Nothing happened'));
	});

	it('when the service does not count its lists', async () => {
		const { poll } = await watching({}, (odd) => {
			odd.isUncounted = true;
		});
		await poll();
		expect((await poll()).requests).toBe(promised('The lists have no total'));
	});

	it('when a filter matches nothing', async () => {
		const { service, invoices, driver, poll } = await watching({});
		driver.settings = {
			...driver.settings,
			filters: { ...driver.settings.filters, customers: ['nobody'] },
		};
		service.pay(invoices[0], true);
		const { events, requests } = await poll();
		expect(events).toEqual([]);
		expect(requests).toBe(promised('A filter matches nothing'));
	});
});

describe('A list of finished invoices that does not only grow', () => {
	it('loses old entries, and what comes in the meantime is still found', async () => {
		const { service, poll } = await watching({ open: 5, paid: 500 }, (odd) => {
			odd.keepsCreated = false;
		});
		const paid = [...service.invoices.values()].filter(({ status }) => status === 'PAID');
		const found = new Set<string>();
		for (let day = 0; day < 5; day++) {
			for (const { id } of paid.splice(0, 20)) service.removed.add(id);
			service.createAndPay();
			service.tick(HOUR);
			for (let polls = 0; polls < 2; polls++) {
				for (const { eventId } of (await poll()).events) found.add(eventId);
			}
		}
		expect(found.size).toBe(10);
	});

	it.each(['oldest', 'newest', 'updated', 'scrambled'] as const)(
		'is found through within an hour without a total, in small pages (order: %s)',
		async (order) => {
			const { service, poll } = await watching({ open: 5, paid: 30 }, (odd) => {
				Object.assign(odd, { isUncounted: true, mostPerPage: 3 });
				odd.weather = { ...CALM, order };
			});
			for (let created = 0; created < 4; created++) {
				for (let each = 0; each < 4; each++) service.createAndPay();
				service.tick(HOUR);
				expect((await poll()).events).toHaveLength(8);
			}
		},
	);

	it.each([
		['oldest', false],
		['newest', false],
		['updated', false],
		['scrambled', false],
		['oldest', true],
	] as const)(
		'is read to its end where offset counts pages (order: %s, no total: %s)',
		async (order, isUncounted) => {
			const { service, driver, poll } = await watching({ open: 45, paid: 45 }, (odd) => {
				Object.assign(odd, { countsPages: true, isUncounted });
				odd.weather = { ...CALM, order };
			});
			driver.settings = { ...driver.settings, pageSize: 20 };
			driver.forget();
			let found = -(await poll()).events.length;
			for (let created = 0; created < 30; created++) {
				service.createAndPay();
				found += (await poll()).events.length;
			}
			service.tick(HOUR);
			expect(found + (await poll()).events.length).toBe(60);
		},
	);

	it.each([2, 3, 4, 6])(
		'grows right after its page was read, in %i polls in a row, and costs nothing later',
		async (busy) => {
			const { service, invoices, poll } = await watching({ open: 10, paid: 12 });
			let told = 0;
			for (let polls = 0; polls < 30; polls++) {
				if (polls < busy) service.afterPaidPage = () => service.pay(invoices[polls], true);
				const { events, requests } = await poll();
				told += events.length;
				if (polls > busy) expect(requests).toBe(7);
			}
			expect(told).toBe(busy);
		},
	);
});

describe('Invoices that cannot be looked up', () => {
	it('are left alone for longer and longer, are named, and keep back nobody', async () => {
		const { service, invoices, driver, poll } = await watching({ open: 30, paid: 0 });
		const bad = invoices.slice(0, 5);
		for (const { id } of bad) service.broken.add(id);
		for (const invoice of invoices) service.pay(invoice, true);
		const told = [];
		let requests = 0;
		for (let polls = 0; polls < 20; polls++) {
			const polled = await poll();
			told.push(...polled.events);
			requests += polled.requests;
		}
		expect(told).toHaveLength(25);
		expect(Object.keys(driver.memory!.failing).sort()).toEqual(bad.map(({ id }) => id).sort());
		// 20 idle polls, 25 that were served, and half of the 100 vain attempts at most.
		expect(requests).toBeLessThan(20 * 7 + 25 + 50);
		service.broken.clear();
		service.tick(6 * 3_600_000);
		expect((await poll()).events.map(({ id }) => id).sort()).toEqual(
			bad.map(({ id }) => id).sort(),
		);
		expect(driver.memory!.failing).toEqual({});
	});
});
