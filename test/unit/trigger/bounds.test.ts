import type { InvoicePage } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/service';
import type { InvoiceDetails } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
import { pollInvoices } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/watch';
import type { InvoiceState } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/state';
import { promised } from './guide';
import type { Dice } from './invoiceModel';
import { CALM, dice, InvoiceModel } from './invoiceModel';
import { EVERY_CHANGE } from '../../support/triggerSettings';
import { PollingDriver } from './pollingDriver';

/** A service with habits of its own: statuses without a list, lists without a total, invoices that fail. */
class OddService extends InvoiceModel {
	isUncounted = false;
	/** However many are asked for, it gives no more. */
	mostPerPage = Infinity;
	/** Its offset counts pages. */
	countsPages = false;
	/** Beyond the end it gives the last page again. */
	repeatsLastPage = false;
	/** After the first page its first entry moves to the end, so the second page lacks one. */
	moves = false;
	/** It counts so many more than it shows. */
	hidden = 0;
	hiddenOf: Record<string, number> = {};
	/** It counts these, and its lists do not show them. */
	readonly unshown = new Set<string>();
	/** Its total counts the invoices of all statuses. */
	countsAll = false;
	/** What happens right after a page of the paid ones was read, once. */
	afterPaidPage?: () => void;
	/** Its lists come in another order each time, by these dice. */
	shuffle?: Dice;
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
		const isHidden = ({ id }: { id: string }) =>
			this.expired.has(id) || this.removed.has(id) || this.unshown.has(id);
		const isWhole =
			this.expired.size + this.removed.size + this.unshown.size === 0 && !this.shuffle;
		const most = Math.min(limit, this.mostPerPage);
		const page = isWhole
			? await super.page(status, this.within(status, offset, most), most)
			: await super.page(status, 0, 1_000_000);
		const shown = page.entries.filter((entry) => !isHidden(entry));
		const places = new Map(shown.map(({ id }) => [id, this.shuffle?.(1_000_000) ?? 0]));
		shown.sort((a, b) => places.get(a.id)! - places.get(b.id)!);
		const unshown = [...this.unshown].filter((id) => this.invoices.get(id)?.status === status);
		const ofStatus = isWhole ? (page.total ?? 0) : shown.length + unshown.length;
		const total = this.countsAll ? this.invoices.size : ofStatus;
		const entries = isWhole ? shown : shown.slice(offset, offset + most);
		return {
			...page,
			total: this.isUncounted ? undefined : total + this.hidden + (this.hiddenOf[status] ?? 0),
			entries: this.keepsCreated
				? entries
				: entries.map((entry) => ({ ...entry, created: undefined })),
		};
	}

	private within(status: string, offset: number, most: number): number {
		const from = (this.countsPages ? offset * most : offset) + (this.moves && offset > 0 ? 1 : 0);
		if (!this.repeatsLastPage) return from;
		const count = [...this.invoices.values()].filter((each) => each.status === status).length;
		const last = this.countsPages ? Math.floor((count - 1) / most) * most : count - most;
		return Math.max(0, Math.min(from, last));
	}

	override async details(id: string): Promise<InvoiceDetails | undefined> {
		if (this.broken.has(id)) {
			this.requests++;
			throw new Error('The service failed');
		}
		const invoice = await super.details(id);
		if (invoice === undefined) return undefined;
		const history = invoice.history.filter(({ at }) => at + this.historyLag <= this.clock);
		const status = this.expired.has(id) ? 'EXPIRED' : invoice.status;
		return { ...invoice, status, history };
	}
}

const PAGE = 100;

async function watching(
	{ open = 150, paid = 5000 },
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

/** What the rows of the guide are about: 150 open invoices on two pages, 5,000 paid ones. */
describe('The requests of a poll over 150 open and 5,000 paid invoices, as the guide gives them', () => {
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
		expect((await poll()).events.map(({ newStatus }) => newStatus)).toEqual(
			Array(40).fill('EXPIRED'),
		);
		expect((await poll()).requests).toBe(promised('40 are in a status without a list'));
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
			for (let polls = 0; polls < 8; polls++) {
				for (const { eventId } of (await poll()).events) found.add(eventId);
			}
		}
		expect(found.size).toBe(10);
	});

	it('comes in another order each time, and each invoice that was created and paid is found soon', async () => {
		const { service, driver, poll } = await watching({ open: 5, paid: 400 }, (odd) => {
			odd.shuffle = dice(3);
		});
		driver.settings = { ...driver.settings, pageSize: 20 };
		for (let created = 0; created < 60; created++) {
			service.createAndPay();
			let found = 0;
			for (let polls = 0; polls < 12 && found < 2; polls++) found += (await poll()).events.length;
			expect([created, found]).toEqual([created, 2]);
		}
	});

	it('is found through without a total, in any order', async () => {
		const { service, poll } = await watching({ open: 5, paid: 450 }, (odd) => {
			odd.isUncounted = true;
		});
		service.createAndPay();
		const found = [];
		for (let polls = 0; polls < 8; polls++) found.push(...(await poll()).events);
		expect(found.map(({ newStatus }) => newStatus)).toEqual(['SENT', 'PAID']);
	});

	it.each([
		[false, false],
		[true, false],
		[false, true],
		[true, true],
	])(
		'is read to its end where it grew by known invoices, without a total and in small pages (last page again: %s, offset counts pages: %s)',
		async (repeatsLastPage, countsPages) => {
			const { service, poll } = await watching({ open: 5, paid: 30 }, (odd) => {
				Object.assign(odd, { isUncounted: true, mostPerPage: 3, repeatsLastPage, countsPages });
				odd.weather = { ...CALM, order: 'oldest' };
			});
			const sent = Array.from({ length: 15 }, () => service.create('sent'));
			await poll();
			for (const invoice of sent) service.pay(invoice, true);
			await poll();
			service.createAndPay();
			const found = [];
			// A whole round of 17 pages may just have passed the place.
			for (let polls = 0; polls < 34; polls++) found.push(...(await poll()).events);
			expect(found.map(({ newStatus }) => newStatus)).toEqual(['SENT', 'PAID']);
		},
	);

	it.each([
		['oldest', true, false],
		['newest', true, false],
		['scrambled', true, false],
		['scrambled', true, true],
		['scrambled', false, false],
		['scrambled', false, true],
	] as const)(
		'is read to its end where it outgrows its first page, and a page beyond the end is the last one again (order: %s, offset counts pages: %s, no total: %s)',
		async (order, countsPages, isUncounted) => {
			const { service, driver, poll } = await watching({ open: 5, paid: 15 }, (odd) => {
				Object.assign(odd, { repeatsLastPage: true, countsPages, isUncounted });
				odd.weather = { ...CALM, order };
			});
			driver.settings = { ...driver.settings, pageSize: 20 };
			let found = 0;
			for (let created = 0; created < 60; created++) {
				service.createAndPay();
				found += (await poll()).events.length;
			}
			for (let polls = 0; polls < 20; polls++) found += (await poll()).events.length;
			expect(found).toBe(120);
		},
	);

	it('is found through where its second page lacks an entry each time', async () => {
		const { service, driver, poll } = await watching({ open: 5, paid: 60 }, (odd) => {
			odd.moves = true;
		});
		driver.settings = { ...driver.settings, pageSize: 20 };
		const paid = () => [...service.invoices.values()].filter(({ status }) => status === 'PAID');
		const placeOf = ({ id }: { id: string }) =>
			paid().filter((other) => other.id.slice(4, 10) < id.slice(4, 10)).length;
		let created = 0;
		do {
			service.createAndPay();
			created++;
		} while (placeOf(paid().at(-1)!) !== 20);
		let found = 0;
		for (let polls = 0; polls < 6; polls++) found += (await poll()).events.length;
		expect(found).toBe(2 * created);
	});

	it('counts more than it shows: the user is warned, once, and what comes is still found', async () => {
		const { service, driver, poll } = await watching({ open: 5, paid: 30 });
		service.hidden = 3;
		for (let polls = 0; polls < 40; polls++) await poll();
		const of = (status: string) =>
			`The service counts more invoices with the status ${status} than its list shows (3). Changes of these invoices may be missing.`;
		expect(driver.warnings).toEqual([of('CANCELED'), of('PAID')]);
		service.createAndPay();
		expect((await poll()).events).toHaveLength(2);
	});

	const hiddenPaid = (count: number) =>
		`The service counts more invoices with the status PAID than its list shows (${count}). Changes of these invoices may be missing.`;

	it.each([2, 3, 4, 6])(
		'grows right after its page was read, in %i polls in a row, and no warning comes',
		async (busy) => {
			const { service, driver, invoices, poll } = await watching({ open: 10, paid: 12 });
			let told = 0;
			for (let polls = 0; polls < 30; polls++) {
				if (polls < busy) service.afterPaidPage = () => service.pay(invoices[polls], true);
				const { events, requests } = await poll();
				told += events.length;
				if (polls > busy) expect(requests).toBe(7);
			}
			expect(told).toBe(busy);
			expect(driver.warnings).toEqual([]);
		},
	);

	it('hides more later: one warning has the new number', async () => {
		const { service, driver, poll } = await watching({ open: 5, paid: 30 });
		service.hiddenOf = { PAID: 2 };
		for (let polls = 0; polls < 24; polls++) await poll();
		service.hiddenOf = { PAID: 52 };
		for (let polls = 0; polls < 24; polls++) await poll();
		expect(driver.warnings).toEqual([hiddenPaid(2), hiddenPaid(52)]);
		expect(driver.outdated).toEqual([hiddenPaid(2)]);
	});

	it('shows again what it hid: the warning is taken back at the reading that shows it', async () => {
		const { service, driver, poll } = await watching({ open: 5, paid: 30 });
		const hidden = [...service.invoices.values()].filter(({ status }) => status === 'PAID');
		for (const { id } of hidden.slice(0, 4)) service.unshown.add(id);
		driver.forget();
		for (let polls = 0; polls < 18; polls++) await poll();
		expect(driver.warnings).toEqual([hiddenPaid(4)]);
		expect(driver.outdated).toEqual([]);
		service.unshown.clear();
		// A page begins where the one before has ended.
		for (let polls = 0; polls < 2; polls++) await poll();
		expect(driver.outdated).toEqual([hiddenPaid(4)]);
		for (let polls = 0; polls < 20; polls++) await poll();
		expect(driver.warnings).toEqual([hiddenPaid(4)]);
	});

	it.each([
		{ paid: 300, open: 60, pageSize: 10 },
		{ paid: 25, open: 30, pageSize: 100 },
	])(
		'has a total of all statuses ($paid paid, $open sent): no warning comes, few requests, all is found',
		async ({ paid, open, pageSize }) => {
			const { service, invoices, driver, poll } = await watching({ open, paid }, (odd) => {
				odd.countsAll = true;
				odd.weather = { ...CALM, order: 'newest' };
			});
			driver.forget();
			driver.settings = { ...driver.settings, pageSize };
			await poll();
			const most = 4 + Math.ceil(open / pageSize) + 9;
			for (let polls = 0; polls < 40; polls++) {
				if (polls === 20) service.create('sent');
				const { requests } = await poll();
				expect(requests).toBeLessThanOrEqual(most);
			}
			service.pay(invoices[0], true);
			service.createAndPay();
			let found = 0;
			for (let polls = 0; polls < 6; polls++) found += (await poll()).events.length;
			expect(found).toBe(3);
			expect(driver.warnings).toEqual([]);
		},
	);

	it('shows in each poll what is added at its end, without a total and in small pages', async () => {
		const { service, poll } = await watching({ open: 5, paid: 30 }, (odd) => {
			Object.assign(odd, { isUncounted: true, mostPerPage: 3 });
			odd.weather = { ...CALM, order: 'oldest' };
		});
		for (let created = 0; created < 8; created++) {
			for (let each = 0; each < 4; each++) service.createAndPay();
			expect((await poll()).events).toHaveLength(8);
		}
	});
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
		expect(Object.keys(driver.memory!.failing!).sort()).toEqual(bad.map(({ id }) => id).sort());
		// 20 idle polls, 25 that were served, and half of the 100 vain attempts at most.
		expect(requests).toBeLessThan(20 * 7 + 25 + 50);
		service.broken.clear();
		service.tick(6 * 3_600_000);
		expect((await poll()).events.map(({ id }) => id).sort()).toEqual(
			bad.map(({ id }) => id).sort(),
		);
		expect(driver.memory!.failing).toBeUndefined();
	});
});

describe('A poll with little time', () => {
	it('reads on where the last one stopped, and hands over events poll after poll', async () => {
		const service = new OddService(dice(9));
		service.weather = { ...CALM, order: 'scrambled' };
		const invoices = Array.from({ length: 1000 }, () => service.create('sent'));
		service.tick(86_400_000);
		// A tenth of the invoices of the issue, and a tenth of its time: 84 answers of 300 ms in a poll.
		let state: InvoiceState | undefined;
		const poll = async () => {
			service.tick(60_000);
			service.requests = 0;
			const { events, state: next } = await pollInvoices(state, {
				service,
				settings: { ...EVERY_CHANGE, pageSize: 10 },
				now: service.clock,
				outOfTime: (part = 1) => service.requests >= 84 * part,
			});
			state = JSON.parse(JSON.stringify(next)) as InvoiceState;
			expect(service.requests).toBeLessThanOrEqual(90);
			return events;
		};
		for (let polls = 0; polls < 4; polls++) expect(await poll()).toEqual([]);
		const told = new Set<string>();
		let polls = 0;
		for (const invoice of invoices.slice(0, 60)) service.pay(invoice, true);
		while (told.size < 60 && polls++ < 12) {
			for (const { id } of await poll()) told.add(id);
		}
		expect(told.size).toBe(60);
	});
});
