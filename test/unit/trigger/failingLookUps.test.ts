import { dice, InvoiceModel, serviceFailed } from './invoiceModel';
import { EVERY_CHANGE } from '../../support/triggerSettings';
import { PollingDriver } from './pollingDriver';

/** A service that cannot look up some invoices. */
class BrokenService extends InvoiceModel {
	readonly broken = new Set<string>();
	asked = 0;

	override async details(id: string) {
		this.asked++;
		if (this.broken.has(id)) throw serviceFailed();
		return await super.details(id);
	}
}

async function watchMany() {
	const service = new BrokenService(dice(1));
	const invoices = Array.from({ length: 25 }, () => service.create('sent'));
	service.tick(10_000);
	const driver = new PollingDriver(service, { ...EVERY_CHANGE, pageSize: 100 });
	await driver.poll();
	service.tick(60_000);
	service.asked = 0;
	return { service, invoices, driver };
}

describe('Lists that fail', () => {
	it.each([
		[503, 2],
		[500, 2],
		[403, 5],
	])('all with %i end the poll after %i requests', async (status, requests) => {
		const { service, driver } = await watchMany();
		let asked = 0;
		service.page = async () => {
			asked++;
			return await Promise.reject(serviceFailed(status));
		};
		expect(await driver.poll()).toEqual([]);
		expect([asked, service.asked]).toEqual([requests, 0]);
	});

	it.each([503, 403])('some with %i do not keep back the others', async (status) => {
		const { service, invoices, driver } = await watchMany();
		const page = service.page.bind(service);
		service.page = async (list, offset, limit) => {
			if (['CREATED', 'PENDING', 'PARTIAL'].includes(list)) throw serviceFailed(status);
			return await page(list, offset, limit);
		};
		service.pay(invoices[0], true);
		expect(await driver.poll()).toHaveLength(1);
	});
});

describe('Look-ups that fail', () => {
	it('of one invoice do not keep back the others, and it comes when it can be looked up', async () => {
		const { service, invoices, driver } = await watchMany();
		service.broken.add(invoices[0].id);
		for (const invoice of invoices) service.pay(invoice, true);
		expect(await driver.poll()).toHaveLength(24);
		expect(await driver.poll()).toEqual([]);
		service.broken.clear();
		service.tick(60_000);
		expect((await driver.poll()).map(({ id }) => id)).toEqual([invoices[0].id]);
		expect(await driver.poll()).toEqual([]);
	});

	it('one after the other end the poll early', async () => {
		const { service, invoices, driver } = await watchMany();
		for (const invoice of invoices) {
			service.broken.add(invoice.id);
			service.pay(invoice, true);
		}
		expect(await driver.poll()).toEqual([]);
		expect(service.asked).toBe(10);
		service.broken.clear();
		expect(await driver.poll()).toHaveLength(25);
	});

	it('of an invoice that only an old list showed open are not kept for good', async () => {
		const { service, invoices, driver } = await watchMany();
		const [invoice] = invoices;
		service.pay(invoice, true);
		expect(await driver.poll()).toHaveLength(1);
		const page = service.page.bind(service);
		const entry = { id: invoice.id, status: 'SENT' };
		service.page = async (status, offset, limit) => {
			const now = await page(status, offset, limit);
			return status === 'SENT' ? { ...now, entries: [...now.entries, entry] } : now;
		};
		service.broken.add(invoice.id);
		await driver.poll();
		service.page = page;
		await driver.poll();
		expect(driver.memory!.failing).toEqual({});
		expect(await driver.poll()).toEqual([]);
	});

	it('because a list is asked for too often keep what an earlier poll has left', async () => {
		const { service, invoices, driver } = await watchMany();
		for (const invoice of invoices) service.pay(invoice, true);
		driver.settings = { ...driver.settings, limit: 5 };
		expect(await driver.poll()).toHaveLength(5);
		const { backlog } = driver.memory!;
		expect(backlog.length).toBeGreaterThan(0);
		const page = service.page.bind(service);
		service.page = async () => await Promise.reject(serviceFailed(429));
		expect(await driver.poll()).toEqual([]);
		expect(driver.memory!.backlog).toEqual(backlog);
		service.page = page;
		driver.settings = { ...driver.settings, limit: 100 };
		expect(await driver.poll()).toHaveLength(20);
	});
});
