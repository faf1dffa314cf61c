import type { InvoicePage } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/service';
import type { Order } from './invoiceModel';
import { CALM, dice, InvoiceModel } from './invoiceModel';
import { EVERY_CHANGE } from '../../support/triggerSettings';
import { PollingDriver } from './pollingDriver';

/** A service whose open lists do not show one invoice. */
class BlindService extends InvoiceModel {
	unseen = '';
	/** One that its list of paid invoices does not show until the open lists are read. */
	late = '';
	/** By how much the clock of its answers is ahead of the one that it writes histories by. */
	ahead = 0;

	override async page(status: string, offset: number, limit: number): Promise<InvoicePage> {
		const given = await super.page(status, offset, limit);
		const page = { ...given, at: given.at + this.ahead };
		const hidden = status === 'PAID' ? this.late : this.unseen;
		if (status === 'SENT') this.late = '';
		return { ...page, entries: page.entries.filter(({ id }) => id !== hidden) };
	}
}

async function watchAmong(paid: number, order: Order) {
	const service = new BlindService(dice(1));
	service.weather = { ...CALM, order };
	const invoice = service.create('sent');
	for (let count = 0; count < paid; count++) {
		service.tick(1000);
		service.createAndPay();
	}
	service.unseen = invoice.id;
	service.tick(5 * 86_400_000);
	const driver = new PollingDriver(service, { ...EVERY_CHANGE, pageSize: 100 });
	await driver.poll();
	service.tick(60_000);
	service.pay(invoice, true);
	return { service, driver, invoice };
}

describe('An invoice that the first listing overlooked and that was paid before the next', () => {
	it.each<Order>(['newest', 'oldest', 'updated', 'scrambled'])(
		'is found in a list ordered by %s, though it is old, and handed over once',
		async (order) => {
			const { driver, invoice, service } = await watchAmong(430, order);
			for (let polls = 0; polls < 10; polls++) {
				await driver.poll();
				service.tick(60_000);
			}
			expect(driver.delivered.map(({ id, newStatus }) => [id, newStatus])).toEqual([
				[invoice.id, 'PAID'],
			]);
		},
	);

	it('costs a bounded number of requests in each poll, and none when it is found', async () => {
		const { driver, service } = await watchAmong(900, 'scrambled');
		const costs: number[] = [];
		for (let polls = 0; polls < 12; polls++) {
			service.requests = 0;
			await driver.poll();
			costs.push(service.requests);
			service.tick(60_000);
		}
		expect(driver.delivered).toHaveLength(1);
		expect(Math.max(...costs)).toBeLessThanOrEqual(7 + 20 + 300);
		expect(costs.at(-1)).toBe(7);
	});

	it('is remembered by a small state: six characters for each finished invoice', async () => {
		const { driver, service } = await watchAmong(900, 'scrambled');
		for (let polls = 0; polls < 3; polls++) {
			await driver.poll();
			service.tick(60_000);
		}
		expect(JSON.stringify(driver.memory).length).toBeLessThan(1500 + 6 * 901);
	});
});

describe('What is dated shortly before the activation', () => {
	const MINUTE = 60_000;

	async function begin(prepare: (service: BlindService) => void) {
		const service = new BlindService(dice(1));
		for (let count = 0; count < 7; count++) service.create('sent');
		service.tick(86_400_000);
		prepare(service);
		const driver = new PollingDriver(service);
		expect(await driver.poll()).toEqual([]);
		service.tick(MINUTE);
		const poll = async () => {
			const events = [...(await driver.poll()), ...(await driver.poll())];
			return events.map(({ previousStatus, newStatus }) => `${previousStatus} ${newStatus}`);
		};
		return { service, poll };
	}

	it('is not new of an invoice that the first listing overlooked', async () => {
		const { service, poll } = await begin((blind) => {
			blind.unseen = blind.create('sent').id;
			blind.tick(5 * MINUTE);
		});
		service.pay(service.invoices.get(service.unseen)!, true);
		expect(await poll()).toEqual(['SENT PAID']);
	});

	it('is not new of one that the first reading overlooked, and found later in the same poll', async () => {
		const { service, poll } = await begin((blind) => {
			const paid = Array.from({ length: 12 }, () => blind.create('sent'));
			for (const invoice of paid) blind.pay(invoice, true);
			blind.late = paid[3].id;
			blind.tick(5 * MINUTE);
		});
		expect(service.late).toBe('');
		expect(await poll()).toEqual([]);
	});

	it('is new of an invoice that was not there, by a history whose clock is behind', async () => {
		const { service, poll } = await begin((blind) => {
			blind.ahead = 10 * MINUTE;
		});
		service.createAndPay();
		expect(await poll()).toEqual(['null SENT', 'SENT PAID']);
	});
});

describe('Finished invoices of long ago', () => {
	it('are forgotten once the lists were read round, and stay known by their date', async () => {
		const { driver, service } = await watchAmong(900, 'scrambled');
		const days = async (count: number) => {
			for (let polls = 0; polls < count * 2; polls++) {
				service.tick(43_200_000);
				await driver.poll();
			}
		};
		await days(15);
		expect(JSON.stringify(driver.memory).length).toBeLessThan(1000);
		expect(driver.delivered).toHaveLength(1);
		// What comes later is found as before, and remembered as long as it takes.
		for (let week = 0; week < 10; week++) {
			for (let count = 0; count < 5; count++) service.createAndPay();
			await days(7);
			expect(JSON.stringify(driver.memory).length).toBeLessThan(1500);
		}
		expect(driver.delivered).toHaveLength(1 + 10 * 5 * 2);
		expect(new Set(driver.delivered.map(({ eventId }) => eventId)).size).toBe(101);
	});

	it('that are opened again are new from then on only', async () => {
		const { driver, service, invoice } = await watchAmong(120, 'newest');
		for (let polls = 0; polls < 40; polls++) {
			service.tick(43_200_000);
			await driver.poll();
		}
		expect(driver.delivered).toHaveLength(1);
		service.unseen = '';
		service.reopen(invoice);
		service.tick(60_000);
		expect((await driver.poll()).map(({ newStatus }) => newStatus)).toEqual(['SENT']);
		expect(await driver.poll()).toEqual([]);
	});
});
