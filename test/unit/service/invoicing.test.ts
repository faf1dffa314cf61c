import type { IDataObject } from 'n8n-workflow';

import { invoiceNumberOf, Invoicing } from '../../../nodes/shared/service/invoicing';
import type { NodeRun } from '../../support/engine';
import { setAttempts } from '../../support/patience';
import { json, startServer } from '../../support/server';
import { runProbe } from '../transport/probe';

beforeEach(() => setAttempts(2));

type Ask = (invoicing: Invoicing) => Promise<unknown>;

/** What the service says, asked from inside n8n's own engine. */
const run = async (ask: Ask, address: string): Promise<NodeRun> =>
	await runProbe(
		async ({ transport }) => [
			{ json: { said: await ask(new Invoicing(transport)) } as IDataObject },
		],
		{ address },
	);

async function listed(invoicing: Invoicing, status?: string): Promise<string[]> {
	const numbers: string[] = [];
	for await (const page of invoicing.all(status)) numbers.push(...page.map(invoiceNumberOf));
	return numbers;
}

it.each<[string, unknown]>([
	['nothing', undefined],
	['a list', []],
	['an object without a status', { id: '1' }],
	['an error with the status of a success', { reason: 'INVALID_DATA', message: 'Wrong' }],
])('an answer that is no invoice is not taken for one when it is %s', async (_name, body) => {
	const server = await startServer((_request, response) => json(response, 200, body));
	const { error } = await run(
		async (invoicing) => await invoicing.get('1', 'Get invoice'),
		server.address,
	);
	await server.stop();
	expect(error?.message).toMatch(/^Get invoice: the (service|response) /);
});

it.each([
	[{ id: '0007' }, '0007'],
	[{ id: 12 }, '12'],
	[{ invoiceInformation: { invoiceNumber: 'A-1' } }, 'A-1'],
	[{}, ''],
])('the number of %j is %j', (invoice, number) => expect(invoiceNumberOf(invoice)).toBe(number));

it.each([
	['its answer', { submitTimeUtc: '2026-11-10T12:00:00Z' }, Date.UTC(2026, 10, 10, 12)],
	['the header of its answer', {}, Date.UTC(2026, 10, 9)],
])('the clock of the service is in %s', async (_, more, at) => {
	const server = await startServer((_request, response) => {
		response.setHeader('date', new Date(Date.UTC(2026, 10, 9)).toUTCString());
		json(response, 200, { ...more, invoices: [] });
	});
	const clock = async (invoicing: Invoicing) => (await invoicing.page('SENT', 0, 10))?.at;
	const { items } = await run(clock, server.address);
	await server.stop();
	expect(items[0].json.said).toBe(at);
});

describe('a first page without a list', () => {
	async function numbersOf(
		list: unknown,
		settings: unknown,
		status?: string,
		answer = 200,
	): Promise<NodeRun> {
		const server = await startServer((request, response) => {
			if (!request.url.includes('etting')) return json(response, answer, list);
			return json(response, settings === undefined ? 404 : 200, settings ?? {});
		});
		const ended = await run(async (invoicing) => await listed(invoicing, status), server.address);
		await server.stop();
		return ended;
	}

	it.each([
		['says nothing', {}],
		['has a total of 0', { totalInvoices: 0 }],
		['has its offset and limit', { offset: 0, limit: 100 }],
		['has links alone', { _links: {}, submitTimeUtc: '2026-11-10T12:00:00Z', invoices: null }],
	])('is an empty list where the service is there: it %s', async (_, list) => {
		const { items, error } = await numbersOf(list, { invoiceSettingsInformation: {} });
		expect(error).toBeUndefined();
		expect(items[0].json.said).toEqual([]);
	});

	it.each([{}, { reason: 'NOTFOUND', message: 'No invoices.' }])(
		'is an error where the service is not there: %j',
		async (list) => {
			expect((await numbersOf(list, undefined)).error).toBeDefined();
		},
	);

	it.each([
		['nothing', undefined],
		['another answer', { error: 'down for maintenance' }],
		['one with a total', { totalInvoices: 3, invoices: null }],
		['no list', { invoices: 'none' }],
		['an error that says "not found"', { reason: 'NOTFOUND', message: 'No invoices.' }],
		['another error', { reason: 'SYSTEM_ERROR', message: 'Try later' }],
		['an error without a reason', { message: 'Try later' }],
	])('is not taken for an empty list where it is %s', async (_, list) => {
		const { error } = await numbersOf(list, { invoiceSettingsInformation: {} });
		expect(error?.message).toMatch(/^Get many invoices: /);
	});

	it.each([200, 400, 403])(
		'is empty for pending invoices that the merchant may not ask for, whatever the status: %i',
		async (answer) => {
			const details = answer === 200 ? [{ field: 'status' }] : [];
			const refusal = { reason: 'INVALID', message: 'No.', details };
			const asked = async (status: string) => await numbersOf(refusal, {}, status, answer);
			expect((await asked('PENDING')).items[0]?.json.said).toEqual([]);
			expect((await asked('SENT')).error).toBeDefined();
		},
	);
});

describe('settings', () => {
	const ASKED: Record<string, Ask> = {
		'Get invoice settings': async (invoicing) => await invoicing.settings(),
		'Change settings': async (invoicing) => await invoicing.changeSettings({}, 'Change settings'),
	};

	it.each(Object.entries(ASKED))('%s: an answer without them is an error', async (name, ask) => {
		const server = await startServer((_request, response) => json(response, 200, {}));
		const { error } = await run(ask, server.address);
		await server.stop();
		expect(error?.message).toBe(`${name}: the response is not an object with settings`);
	});
});
