import type { IDataObject } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { invoice } from '../../../nodes/MerchantInvoicing/actions/invoice/Invoice.resource';
import { invoiceSettings } from '../../../nodes/MerchantInvoicing/actions/invoiceSettings/settings.operation';
import { byNumber, ITEMIZED, jsonOf, useInvoicing } from './invoicing';

const invoicing = useInvoicing('all');

const DRAFT: IDataObject = { ...ITEMIZED, delivery: 'emailDraft', invoiceNumber: 'AGAIN-0' };
const draft = async () => byNumber(await invoicing.create({ delivery: 'emailDraft' }));

interface SecondRun {
	/** What the user enters. */
	parameters: () => Promise<IDataObject>;
	/** What the second run gives. */
	outcome?: string;
	/** The requests of the second run that would change something. */
	sends?: string[];
	/** How many emails the second run adds; it never adds an invoice. */
	emails?: number;
}

const ON_INVOICES: Record<string, SecondRun> = {
	cancel: { parameters: draft, outcome: 'unchanged' },
	create: { parameters: async () => DRAFT, outcome: 'alreadyThere', sends: ['POST'] },
	add: {
		parameters: async () => ({ ...(await draft()), invoiceNumber: 'AGAIN-2' }),
		outcome: 'alreadyThere',
		sends: ['POST'],
	},
	get: { parameters: draft },
	getAll: { parameters: async () => ({ returnAll: true }) },
	query: { parameters: async () => ({ status: [] }) },
	publish: { parameters: draft, outcome: 'unchanged' },
	send: { parameters: draft, outcome: 'sent', sends: ['POST'], emails: 1 },
	update: {
		parameters: async () => ({ ...(await draft()), changes: { dueDate: '2031-01-31' } }),
		outcome: 'unchanged',
	},
	upsert: {
		parameters: async () => ({ ...DRAFT, invoiceNumber: 'AGAIN-1' }),
		outcome: 'unchanged',
	},
};

const ON_SETTINGS: Record<string, SecondRun> = {
	get: { parameters: async () => ({}) },
	remove: { parameters: async () => ({ resetSettings: ['customEmailMessage'] }), sends: ['PUT'] },
	update: {
		parameters: async () => ({ settings: { customEmailMessage: 'Thank you' } }),
		sends: ['PUT'],
	},
};

describe.each([
	{ resource: invoice, runs: ON_INVOICES },
	{ resource: invoiceSettings, runs: ON_SETTINGS },
])('a second run of $resource.name', ({ resource, runs }) => {
	it('is known for every action', () => {
		expect(Object.keys(runs).sort()).toEqual(Object.keys(resource.operations).sort());
	});

	it('is in the table of the guide for every action', () => {
		const guide = readFileSync(
			join(resolve(__dirname, '../../..'), 'docs/use/invoicing.md'),
			'utf8',
		);
		const [, table] = /## Run it again\n(.*?)\n## /s.exec(guide) ?? [];
		const rows = table.split('\n').map((row) => row.split('|').at(1)?.trim() ?? '');
		const isSettings = resource === invoiceSettings;
		const told = rows
			.filter((action) => action.startsWith('Settings: ') === isSettings)
			.flatMap((action) => action.replace('Settings: ', '').split(', '));
		const names = Object.values(resource.operations).map(({ name }) => name);
		expect(told).toEqual(expect.arrayContaining(names));
	});

	it.each(Object.entries(runs))('%s: does what the guide says', async (operation, expected) => {
		const parameters = await expected.parameters();
		const first = await invoicing.run(resource.value, operation, parameters);
		expect(first.error).toBeUndefined();
		const emails = async () => (await invoicing.sandbox.control.outbox()).length;
		const [count, mails] = [await invoicing.count(), await emails()];
		await invoicing.sandbox.control.clearRequests();

		const { items, error } = await invoicing.run(resource.value, operation, parameters);

		const sent = (await invoicing.sandbox.control.requests())
			.map(({ method }) => method)
			.filter((method) => method !== 'GET');
		expect(sent).toEqual(expected.sends ?? []);
		expect(await invoicing.count()).toBe(count);
		expect(await emails()).toBe(mails + (expected.emails ?? 0));
		expect(error).toBeUndefined();
		const [row] = jsonOf(items);
		expect(row.outcome).toBe(expected.outcome);
		if (expected.outcome === undefined) {
			const stable = (rows: IDataObject[]) =>
				rows.map((one) => ({ ...one, submitTimeUtc: undefined }));
			expect(stable(jsonOf(items))).toEqual(stable(jsonOf(first.items)));
		}
	});
});
