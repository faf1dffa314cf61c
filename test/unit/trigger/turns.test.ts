import type { InvoiceSettings } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/settings';
import type { InvoiceState } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/state';
import { pollInvoices } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/watch';
import { dice, InvoiceModel, serviceFailed } from './invoiceModel';
import { EVERY_CHANGE } from '../../support/triggerSettings';

/** Polls whose time is up after so many groups of look-ups. */
function hurried(service: InvoiceModel, settings: Partial<InvoiceSettings>, groups = 1) {
	let state: InvoiceState | undefined;
	return async (inHurry = true) => {
		let looks = 0;
		const result = await pollInvoices(state, {
			service,
			settings: { ...EVERY_CHANGE, ...settings },
			now: service.clock,
			outOfTime: (part = 1) => part === 1 && inHurry && looks++ >= groups,
		});
		({ state } = result);
		service.tick(60_000);
		return result.events.map(({ id, newStatus }) => `${id} ${newStatus}`);
	};
}

describe('Where there is no time to look up all of many invoices in one poll', () => {
	it('some are looked up in each poll, though the lists take all of it', async () => {
		const service = new InvoiceModel(dice(2));
		const invoices = Array.from({ length: 23 }, () => service.create('sent'));
		service.tick(10_000);
		const poll = hurried(service, { pageSize: 100 }, 0);
		await poll(false);
		for (const invoice of invoices) service.pay(invoice, true);
		for (let polls = 0; polls < 4; polls++) expect((await poll()).length).toBeGreaterThan(4);
	});

	it('the partly paid ones take turns, and none is left out', async () => {
		const service = new InvoiceModel(dice(2));
		const invoices = Array.from({ length: 23 }, () => service.create('sent'));
		for (const invoice of invoices) service.pay(invoice, false);
		service.tick(10_000);
		const poll = hurried(service, { pageSize: 100 });
		await poll(false);
		for (const invoice of invoices) service.pay(invoice, false);
		const told = [];
		for (let polls = 0; polls < 5; polls++) told.push(...(await poll()));
		expect(told.sort()).toEqual(invoices.map(({ id }) => `${id} PARTIAL`).sort());
	});

	it('those that fail keep back none of the others', async () => {
		const service = new InvoiceModel(dice(2));
		const invoices = Array.from({ length: 23 }, () => service.create('sent'));
		for (const invoice of invoices) service.pay(invoice, false);
		service.tick(10_000);
		const poll = hurried(service, { pageSize: 100, checks: 5 });
		await poll(false);
		const ids = invoices.map(({ id }) => id).sort();
		const broken = ids.splice(5, 5);
		const details = service.details.bind(service);
		service.details = async (id) => {
			if (broken.includes(id)) throw serviceFailed();
			return await details(id);
		};
		for (const invoice of invoices) service.pay(invoice, false);
		const told = [];
		for (let polls = 0; polls < 6; polls++) told.push(...(await poll(false)));
		expect(told.sort()).toEqual(ids.map((id) => `${id} PARTIAL`));
	});
});
