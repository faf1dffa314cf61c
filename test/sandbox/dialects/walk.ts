import type { SandboxOptions } from '../../../sandbox';
import { type Control, startTestSandbox } from '../../support/sandbox';
import { changed, ITEMIZED } from '../invoicing/bodies';
import {
	DOWNLOADS,
	NOW,
	oneTimeReport,
	query,
	REPORTS,
	subscription,
	SUBSCRIPTIONS,
} from '../reporting/bodies';

const INVOICES = '/invoicing/v2/invoices';
const DEFINITIONS = '/reporting/v3/report-definitions';
const PURCHASES = '/reporting/v3/purchase-refund-details';
const WEEK = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-03-08T00:00:00Z' };
const PERIOD = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-04-01T00:00:00Z' };

/** With something in it for every reading. */
const RICH = changed(ITEMIZED, {
	'invoiceInformation.invoiceNumber': 'N-5',
	'invoiceInformation.dueDate': '2026-03-31',
	'invoiceInformation.expirationDate': '05-04-2026',
	'customerInformation.name': ' Tom & "Co" ',
	'customerInformation.email': 'Ann@X.Example',
	'orderInformation.amountDetails.discountPercent': '10',
	'orderInformation.amountDetails.taxDetails': { type: 'vat', rate: '20' },
	'orderInformation.amountDetails.freight.amount': '5.00',
	merchantDefinedFieldValues: [{ definitionId: 7, value: 'PO 4711' }],
	clientReferenceInformation: { partner: { developerId: 'D1', solutionId: 'S1' } },
});
/** Made up for each answer. */
const NOT_THE_SAME = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const numbered = (number: string) =>
	changed(ITEMIZED, { 'invoiceInformation.invoiceNumber': number });

export type Area = 'invoicing' | 'reporting';

type Ask = (method: string, path: string, body?: unknown, accept?: string) => Promise<void>;

/** Asks every endpoint, some of them for what is not there. Gives each answer with its status, type, clock and bytes. */
export async function walk(dialect: SandboxOptions['dialect'], area: Area): Promise<string[]> {
	const sandbox = await startTestSandbox({ now: NOW, dialect });
	const { address, token, control } = sandbox;
	const answers: string[] = [];

	const ask: Ask = async (
		method: string,
		path: string,
		body?: unknown,
		accept = 'application/json',
	) => {
		const response = await fetch(`${address}${path}`, {
			method,
			headers: {
				authorization: `Bearer ${token}`,
				accept,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const bytes = Buffer.from(await response.arrayBuffer()).toString('latin1');
		const head = [
			response.status,
			response.headers.get('content-type'),
			response.headers.get('date'),
		];
		answers.push(
			`${method} ${path} ${head.join(' ')}\n${bytes.replace(NOT_THE_SAME, '').replaceAll(address, '')}`,
		);
	};
	await { invoicing, reporting }[area](ask, control);
	await sandbox.stop();
	return answers;
}

async function invoicing(ask: Ask, control: Control): Promise<void> {
	const get = async (path: string, values = {}) => await ask('GET', `${path}${query(values)}`);
	const list = async (values = {}) => await get(INVOICES, { offset: 0, limit: 50, ...values });

	await ask('POST', INVOICES, {});
	for (const body of [RICH, RICH, numbered('N-2'), numbered('N-3'), numbered('N-1')]) {
		await ask('POST', INVOICES, body);
		await control.advanceClock('PT1S');
	}
	await list();
	for (const duration of ['PT15S', 'PT3M']) {
		await control.advanceClock(duration);
		await list();
	}
	await ask('PUT', `${INVOICES}/N-1`, numbered('N-1'));
	for (const path of ['N-5', 'nobody']) await get(`${INVOICES}/${path}`);
	for (const act of ['delivery', 'publication', 'cancelation']) {
		await ask('POST', `${INVOICES}/N-1/${act}`, {});
	}
	await control.send('POST', '/invoices', { count: 25 });
	await control.advanceClock('PT5M');
	for (const values of [
		{},
		{ offset: 2, limit: 2 },
		{ offset: 99 },
		{ status: 'PAID', limit: 2 },
	]) {
		await list(values);
	}
	await get('/invoicing/v2/invoiceSettings');
	await ask('PUT', '/invoicing/v2/invoiceSettings', {
		invoiceSettingsInformation: { merchantDisplayName: 'Harbor' },
	});
}

async function reporting(ask: Ask, control: Control): Promise<void> {
	const get = async (path: string, values = {}, accept?: string) =>
		await ask('GET', `${path}${query(values)}`, undefined, accept);
	const reports = async (timeQueryType: string, period: object = PERIOD) =>
		await get(REPORTS, { ...period, timeQueryType });

	await reports('executedTime', WEEK);
	await get(PURCHASES, WEEK);
	await ask('POST', REPORTS, oneTimeReport({ reportName: 'Nothing' }));
	await control.advanceClock('PT5M');
	await reports('executedTime');
	await control.traffic({ perDay: 10, from: '2026-03-01T00:00:00Z' });

	await get(DEFINITIONS);
	await get(`${DEFINITIONS}/TransactionRequestClass`);
	await get(SUBSCRIPTIONS);
	await ask('PUT', SUBSCRIPTIONS, subscription());
	await get(SUBSCRIPTIONS);
	for (const reportName of ['A', 'B', 'C', 'D']) {
		await ask('POST', REPORTS, oneTimeReport({ reportName }));
		await reports('executedTime');
	}
	await ask('POST', REPORTS, oneTimeReport({ reportName: 'A', reportMimeType: 'application/xml' }));
	for (const duration of ['PT15S', 'PT3M']) {
		await control.advanceClock(duration);
		await reports('executedTime');
	}
	const { reportId } = await control.makeReport({
		reportName: 'Sales',
		reportStartTime: '2026-03-02T00:00:00Z',
		reportEndTime: '2026-03-03T00:00:00Z',
		reportFields: ['Request.RequestID', 'PaymentData.Amount'],
		rows: 2,
	});
	for (const path of [`${REPORTS}/${reportId}`, `${REPORTS}/none`]) {
		for (const accept of ['application/json', 'text/csv']) await get(path, {}, accept);
	}
	await control.advanceClock('PT1M');
	await get(DOWNLOADS, { reportName: 'Sales', reportDate: '2026-03-03' }, 'text/csv');
	await reports('reportTimeFrame');
	for (const values of [
		{},
		{ limit: 30 },
		{ limit: 13 },
		{ offset: 3, limit: 2 },
		{ offset: 900 },
	]) {
		await get(PURCHASES, { ...WEEK, ...values });
	}
	await get(PURCHASES, WEEK, 'text/csv');
	for (const path of ['conversion-details', 'net-fundings', 'payment-batch-summaries']) {
		await get(`/reporting/v3/${path}`, WEEK);
	}
	await ask('DELETE', `${SUBSCRIPTIONS}/Daily%20sales`);
}
