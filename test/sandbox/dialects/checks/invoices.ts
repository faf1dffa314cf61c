import type { INVOICES } from '../../../../sandbox/dialects/table/invoices';
import { type Check, type Checks } from '../stage';

const TIME = '2026-03-10T12:00:00.000Z';

const tells =
	(history: object[] | undefined): Check =>
	async (stage) => {
		const { body } = await stage.create();
		const id = String(body.id);
		expect((await stage.read(id)).invoiceHistory).toEqual(history);
		expect((await stage.truth(id)).invoiceHistory).toMatchObject([
			{ event: 'CREATE' },
			{ event: 'SEND' },
		]);
	};

const entryHas =
	(present: string[], absent: string[]): Check =>
	async (stage) => {
		await stage.create();
		const [entry] = (await stage.list()).invoices ?? [];
		for (const name of present) expect(entry).toHaveProperty(name);
		for (const name of absent) expect(entry).not.toHaveProperty(name);
	};

export const INVOICE_CHECKS: Checks<keyof typeof INVOICES> = {
	invoiceHistory: {
		full: tells([
			{ event: 'CREATE', date: TIME },
			{ event: 'SEND', date: TIME },
		]),
		missing: tells(undefined),
		'without-times': tells([{ event: 'CREATE' }, { event: 'SEND' }]),
		'newest-first': tells([
			{ event: 'SEND', date: TIME },
			{ event: 'CREATE', date: TIME },
		]),
		'unknown-events': tells([
			{ event: 'CREATE', date: TIME },
			{ event: 'SYNCHRONIZED', date: TIME },
			{ event: 'SEND', date: TIME },
			{ event: 'SYNCHRONIZED', date: TIME },
		]),
	},
	invoiceEntries: {
		all: entryHas(['customerInformation', 'createdDate', 'orderInformation'], []),
		'no-customer': entryHas(['createdDate', 'orderInformation'], ['customerInformation']),
		'no-created-date': entryHas(['customerInformation', 'orderInformation'], ['createdDate']),
		'no-amounts': entryHas(['customerInformation', 'createdDate'], ['orderInformation']),
		bare: entryHas(
			['id', 'status'],
			['customerInformation', 'createdDate', 'orderInformation', 'invoiceInformation', '_links'],
		),
	},
};
