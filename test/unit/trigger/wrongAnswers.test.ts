import { readInvoiceDetails } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
import { serviceOf } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/service';
import { Invoicing } from '../../../nodes/shared/service/invoicing';
import { explainStatus } from '../../../nodes/shared/transport/advice';
import type { ServiceRequest } from '../../../nodes/shared/transport/request';
import { ServiceFailure } from '../../../nodes/shared/transport/serviceFailure';
import type { Transport } from '../../../nodes/shared/transport/transport';

const over = (
	json: (request: unknown, read: (body: unknown, headers: object) => unknown) => unknown,
) => serviceOf(new Invoicing({ json, session: {} } as unknown as Transport));

const answering = (body: unknown) =>
	over(async (_, read) => ({ kind: 'found', body: read(body, {}) }));

const NO_LIST = 'no list "invoices"';
const NO_OBJECT = 'not a list (invoices)';

describe('A list of invoices that is not as it should be', () => {
	it.each<[string, unknown, string]>([
		['an empty answer', undefined, NO_OBJECT],
		['an answer without a list, for the settings too', {}, 'with settings'],
		['a list that is none', { invoices: 'none' }, NO_LIST],
		['a list that is null, of some', { totalInvoices: 3, invoices: null }, NO_LIST],
		['another kind of answer', ['x'], NO_OBJECT],
	])('fails the poll rather than pass for an empty one: %s', async (_, body, words) => {
		await expect(answering(body).page('SENT', 0, 10)).rejects.toThrow(words);
	});

	it.each<[string, unknown, number | undefined]>([
		['without a total', undefined, undefined],
		['with a total in text', '12', 12],
		['with a total that is none', 'many', undefined],
		['with a negative total', -1, undefined],
	])('is read %s', async (_, totalInvoices, total) => {
		const invoices = [{ id: 'A', status: 'SENT' }, { status: 'SENT' }, null];
		const page = await answering({ totalInvoices, invoices }).page('SENT', 0, 10);
		expect(page?.total).toBe(total);
		expect(page?.entries.map(({ id }) => id)).toEqual(['A']);
	});

	it('tells no time where it is refused or not found, as the clock of n8n may be another', async () => {
		const failure = (status: number) =>
			new ServiceFailure(
				{ operation: 'Watch', explanation: explainStatus(status), status },
				(text) => text,
			);
		const settings = { kind: 'found', body: { invoiceSettingsInformation: {} } };
		const notFound = { kind: 'notFound', failure: failure(404) };
		for (const json of [
			async () => await Promise.reject(failure(400)),
			async () => await Promise.reject(failure(403)),
			async (request: unknown) =>
				(request as ServiceRequest).path.includes('invoiceSettings') ? settings : notFound,
		]) {
			expect(await over(json).page('PENDING', 0, 5)).toBeUndefined();
		}
		// Where nothing at all is found, the address is wrong: that is no empty list.
		await expect(over(async () => notFound).page('SENT', 0, 5)).rejects.toBe(notFound.failure);
	});

	it.each([400, 403])('is a failure where any other list is refused (%i)', async (status) => {
		const refused = new ServiceFailure(
			{ operation: 'Watch', explanation: explainStatus(status), status },
			(text) => text,
		);
		const service = over(async () => await Promise.reject(refused));
		for (const other of ['SENT', 'PAID']) {
			await expect(service.page(other, 0, 5)).rejects.toBe(refused);
		}
	});
});

describe('Details of an invoice that are not as they should be', () => {
	it.each<[unknown, string]>([
		[undefined, 'not an invoice'],
		[[], 'not an invoice'],
		['text', 'not an invoice'],
		[{}, 'no invoice with a status'],
		[{ id: 'A' }, 'no invoice with a status'],
	])('fail the look-up where no status can be read: %j', async (body, words) => {
		await expect(answering(body).details('A')).rejects.toThrow(words);
	});

	it('have no history where it is none, and leave out entries that are none', () => {
		expect(readInvoiceDetails({ status: 'SENT', invoiceHistory: 'x' }).history).toEqual([]);
		expect(
			readInvoiceDetails({
				status: 'SENT',
				invoiceHistory: [null, { event: 'SEND', date: '2026-03-01T00:00:00Z' }, 7] as never,
			}).history,
		).toMatchObject([{ event: 'SEND' }]);
	});

	it('are put in order by their dates, without entries whose date cannot be read', () => {
		const history = ['2026-03-02T00:00:00Z', 'yesterday', '2026-03-01T00:00:00Z'].map(
			(date, index) => ({ event: ['SEND', 'REMINDER', 'DRAFT'][index], date }),
		);
		const { history: read } = readInvoiceDetails({ status: 'SENT', invoiceHistory: history });
		expect(read.map(({ event }) => event)).toEqual(['DRAFT', 'SEND']);
	});
});
