import type { IDataObject, INodeType } from 'n8n-workflow';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

import { MerchantInvoicing } from '../../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { MerchantReporting } from '../../../nodes/MerchantReporting/MerchantReporting.node';
import { MerchantServicesTrigger } from '../../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { formsOf, search, takeLeaks, watchCredential } from '../../support/canary';
import { runNode, withDefaults } from '../../support/engine';
import { isLong } from '../../support/long';
import { PollingWorkflow } from '../../support/polling';
import { setAttempts } from '../../support/patience';
import { json, useServer } from '../../support/server';

beforeEach(() => setAttempts(2));

const TOKEN = 'canary-token-0123456789';
const SECRET = Buffer.from('canary secret of 32 bytes, no more').toString('base64');
const KEY = 'canary-key-0123456789';
const CLIENT_SECRET = 'canary-client-secret';

const keyed = (authenticationMethod: string) => ({
	authenticationMethod,
	keyId: KEY,
	sharedSecret: SECRET,
	merchantId: 'merchant_one',
});

const authorized = (grantType: string, oauthTokenData?: IDataObject) => ({
	grantType,
	clientId: 'client',
	clientSecret: CLIENT_SECRET,
	authUrl: `${server.address}/authorize`,
	accessTokenUrl: `${server.address}/token`,
	...(oauthTokenData === undefined ? {} : { oauthTokenData }),
});

const WAYS: Array<[string, () => IDataObject]> = [
	['a token', () => ({ token: TOKEN })],
	['a signed token', () => keyed('signedToken')],
	['a signed request', () => keyed('signedRequest')],
	[
		'OAuth2 (a login)',
		() =>
			authorized('authorizationCode', {
				access_token: 'canary-access-first',
				refresh_token: 'canary-refresh-first',
				token_type: 'Bearer',
			}),
	],
	['OAuth2 (client credentials)', () => authorized('clientCredentials')],
];

let status = 400;
/** How many access tokens were handed out: the newest is the one that is valid. */
let renewals = 0;
/** What a report is, for a service that repeats the headers of the request in it. */
let report: (repeated: string, response: ServerResponse) => unknown = () => {};
/** What an invoice is, for such a service. */
let invoice: typeof report = () => {};

/** The server repeats everything that it got, in many forms. */
function repeat(headers: IncomingHttpHeaders, response: ServerResponse): void {
	const all = JSON.stringify(headers);
	const { authorization = '', signature = '' } = headers;
	const values = [authorization, String(signature), authorization.replace(/^Bearer /, '')];
	json(response, status, {
		reason: values[0],
		message: `${values.join(' ')} ${encodeURIComponent(values.join(' '))}`.slice(0, 60_000),
		correlationId: values[2] || values[1],
		details: [
			{ field: values[0], reason: all },
			{ reason: JSON.stringify(all) },
			{ reason: Buffer.from(all).toString('base64') },
			{ reason: encodeURIComponent(all) },
		],
	});
}

const LIST = {
	reportSearchResults: [
		{
			reportId: 'one',
			reportName: 'One',
			status: 'COMPLETED',
			reportMimeType: 'text/csv',
			reportCompletedTime: new Date(Date.now() - 3_600_000).toISOString(),
		},
	],
};

let sentInvoices: IDataObject[] = [];

const server = useServer(({ url, headers }, response) => {
	if (url.startsWith('/token')) {
		return json(response, 200, {
			access_token: `canary-access-renewed-${++renewals}`,
			refresh_token: `canary-refresh-renewed-${renewals}`,
			token_type: 'Bearer',
			expires_in: 300,
		});
	}
	const { authorization = '', signature = '' } = headers;
	const single = { '/reports/one': report, '/invoices/one': invoice };
	const found = Object.entries(single).find(([path]) => url.includes(path));
	if (found !== undefined) {
		// The access token expires in the middle of each run.
		const isOld = authorization.includes('canary-access') && renewals < 2;
		if (isOld) return json(response, 401, { message: authorization });
		return found[1](`${authorization.replace('Bearer ', '')}${String(signature)}`, response);
	}
	if (status === 200 && url.startsWith('/reporting/v3/reports')) return json(response, 200, LIST);
	if (status === 200 && url.includes('/invoices?')) {
		const invoices = url.includes('status=SENT') ? sentInvoices : [];
		return json(response, 200, { totalInvoices: invoices.length, invoices });
	}
	return repeat(headers, response);
});

const isOAuth2 = (way: string) => (way.startsWith('OAuth2') ? { authentication: 'oAuth2' } : {});

const ACTIONS: Array<[INodeType, IDataObject]> = [
	[new MerchantInvoicing(), { resource: 'invoiceSettings', operation: 'get' }],
	[new MerchantReporting(), { resource: 'reportDefinition', operation: 'getAll' }],
];

const csv = (response: ServerResponse, text: string) =>
	response.writeHead(200, { 'content-type': 'text/csv' }).end(text);

/** Reports that cannot be read, for all the reasons that quote what came. */
const REPORTS: Array<[string, typeof report]> = [
	['a page of XML', (said, response) => csv(response, `<error>${said}</error>`)],
	['one sentence', (said, response) => csv(response, `You sent ${said}`)],
	['JSON', (said, response) => json(response, 200, { message: said })],
	[
		'cut off',
		(said, response) => {
			response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '9000' });
			response.write(`Name\n${said}\n`);
			response.destroy();
		},
	],
	['a table without an end', (said, response) => csv(response, `Name,Text\n1,"${said}\n`)],
	['refused', (said, response) => json(response, 400, { message: said })],
];

/** Invoices that cannot be read, for the reasons that the trigger knows. */
const INVOICE_ANSWERS: Array<[string, typeof report]> = [
	['refused', (said, response) => json(response, 400, { message: said, reason: said })],
	['failing', (said, response) => json(response, 500, { message: said })],
	['cut off', (said, response) => response.writeHead(200).end(`{"id":"one","status":"${said}`)],
];

const DOWNLOAD = {
	resource: 'report',
	operation: 'fetch',
	report: { __rl: true, mode: 'id', value: 'one' },
};

it('a secret is found in every form, in texts, names, bytes and errors', () => {
	const secret = `${TOKEN}/+ é"`;
	watchCredential({ token: secret });
	const places = (text: string): unknown[] => [
		[{ deep: text }],
		{ [text]: 1 },
		Buffer.from(text),
		new Error('failed', { cause: text }),
	];
	const values = formsOf(secret).flatMap(([, text]) => places(text));
	for (const value of values) search('a value', value);
	expect(takeLeaks()).toHaveLength(values.length);
});

/** What n8n keeps or logs of a run and of a trigger is searched, and a secret in it fails the test (test/support). */
describe.each(WAYS)('with %s', (way, credential) => {
	beforeEach(() => {
		renewals = way.includes('client') ? 0 : 1;
	});
	afterEach(() => expect(server.received).not.toEqual([]));

	const settings = (node: INodeType, parameters: IDataObject) => ({
		node,
		parameters: withDefaults(node, { ...isOAuth2(way), ...parameters }),
		address: server.address,
		token: '',
		credential: credential(),
	});

	/** What n8n keeps of a run that stops at an error, and of one that goes on. */
	const kept = async (node: INodeType, parameters: IDataObject) => {
		const stopped = await runNode(settings(node, parameters));
		const continued = await runNode({ ...settings(node, parameters), continueOnFail: true });
		return [stopped, continued].map(({ run }) => JSON.stringify(run));
	};

	const watch = (parameters: IDataObject) =>
		new PollingWorkflow(settings(new MerchantServicesTrigger(), parameters));

	it.each(isLong ? [400, 401, 403, 404, 409, 500] : [400, 401, 500])(
		'no secret is in what n8n keeps of a run, whatever the service repeats with %i',
		async (answered) => {
			status = answered;
			for (const [node, parameters] of ACTIONS) {
				// What the service said is there, without the secrets.
				for (const run of await kept(node, parameters)) expect(run).toContain('***');
			}
		},
	);

	it.each([401, 500])(
		'none is in the static data and the errors of the trigger (%i)',
		async (answered) => {
			status = answered;
			const polling = watch({ event: 'newReport' });
			await polling.poll();
			expect(polling.errors).not.toEqual([]);
		},
	);

	it.each(INVOICE_ANSWERS)(
		'none is in the items, the state, the errors and the log of the trigger (an invoice is %s)',
		async (what, answer) => {
			status = 200;
			invoice = answer;
			const polling = watch({ event: 'invoiceStatusChanged', options: { health: 'changes' } });
			sentInvoices = [];
			await polling.activate();
			const createdDate = new Date().toISOString();
			sentInvoices = [{ id: 'one', status: 'SENT', createdDate, invoiceInformation: {} }];
			for (let poll = 0; poll < 2; poll++) await polling.poll();
			if (what !== 'cut off') expect(JSON.stringify(polling.executions)).toContain('***');
		},
	);

	it('none is in an error or an error item that quotes a cell', async () => {
		status = 200;
		report = (said, response) =>
			csv(response, `RequestID,PaymentData.Amount\n1,"${said.replaceAll('"', '')}"\n`);
		const options = { format: 'text/csv', amounts: 'number' };
		for (const run of await kept(new MerchantReporting(), { ...DOWNLOAD, options })) {
			expect(run).toMatch(/PaymentData\.Amount is [^,]*\*{3}/);
		}
	});

	/** The error of a refusal and the words of a report, in every way; `npm run test:all` tries all. */
	const reports = REPORTS.filter(
		([name]) => isLong || way === 'a token' || ['refused', 'one sentence'].includes(name),
	);

	it.each(reports)('none is shown of a report that is %s', async (_what, made) => {
		status = 200;
		report = made;
		for (const output of ['rows', 'totals']) {
			await kept(new MerchantReporting(), { ...DOWNLOAD, output });
		}
		const polling = watch({
			event: 'newReport',
			download: true,
			output: 'rows',
			options: { health: 'changes', replayFrom: '2026-01-01' },
		});
		await polling.activate();
		await polling.poll();
		expect(server.received.some(({ url }) => url.includes('/reports/one'))).toBe(true);
	});
});
