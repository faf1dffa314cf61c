import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject, INodeType } from 'n8n-workflow';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

import { MerchantInvoicing } from '../../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { MerchantReporting } from '../../../nodes/MerchantReporting/MerchantReporting.node';
import { MerchantServicesTrigger } from '../../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { runNode, withDefaults } from '../../support/engine';
import { isLong } from '../../support/long';
import { PollingWorkflow } from '../../support/polling';
import { setAttempts } from '../../support/patience';
import { json, startServer, type TestServer } from '../../support/server';

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

let server: TestServer;
let status = 400;
/** How many access tokens were handed out: the newest is the one that is valid. */
let renewals = 0;
/** What a report is, for a service that repeats the headers of the request in it. */
let report: (repeated: string, response: ServerResponse) => unknown = () => {};
/** What an invoice is, for such a service. */
let invoice: typeof report = () => {};
/** What each request brought that only the service may see. */
const sent = new Set<string>();

function remember({ authorization = '', signature = '' }: IncomingHttpHeaders): void {
	const value = authorization.replace(/^Bearer /, '');
	const proof = /signature="([^"]+)"$/.exec(String(signature))?.[1];
	for (const one of [value, proof ?? '']) if (one !== '') sent.add(one);
}

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

beforeAll(async () => {
	server = await startServer(({ url, headers }, response) => {
		if (url.startsWith('/token')) {
			return json(response, 200, {
				access_token: `canary-access-renewed-${++renewals}`,
				refresh_token: `canary-refresh-renewed-${renewals}`,
				token_type: 'Bearer',
				expires_in: 300,
			});
		}
		remember(headers);
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
});
afterAll(async () => await server.stop());

const isOAuth2 = (way: string) => (way.startsWith('OAuth2') ? { authentication: 'oAuth2' } : {});

/** Forms in which a secret would still be of use to anyone who finds it. */
const forms = (secret: string) => [
	secret,
	encodeURIComponent(secret),
	Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -2),
];

function expectNoSecretIn(shown: string): void {
	const secrets = [...sent, TOKEN, SECRET, KEY, CLIENT_SECRET, 'canary-access', 'canary-refresh'];
	for (const secret of secrets) {
		for (const form of forms(secret)) {
			expect([form, shown.includes(form)]).toEqual([form, false]);
		}
	}
}

const NODES: Array<[string, INodeType, IDataObject]> = [
	['invoices', new MerchantInvoicing(), { resource: 'invoiceSettings', operation: 'get' }],
	[
		'reports',
		new MerchantReporting(),
		{ resource: 'reportDefinition', operation: 'getAll', returnAll: true },
	],
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

describe.each(WAYS)('with %s', (way, credential) => {
	let log: () => string;
	beforeEach(() => {
		const logged = (['debug', 'info', 'warn', 'error'] as const).map((level) =>
			jest.spyOn(Container.get(Logger), level),
		);
		log = () => JSON.stringify(logged.flatMap(({ mock }) => mock.calls));
		sent.clear();
		renewals = way.includes('client') ? 0 : 1;
	});

	/** What n8n keeps of a run. */
	const kept = async (node: INodeType, parameters: IDataObject, continueOnFail: boolean) => {
		const { run } = await runNode({
			node,
			parameters: withDefaults(node, { ...isOAuth2(way), ...parameters }),
			address: server.address,
			token: '',
			credential: credential(),
			continueOnFail,
		});
		return JSON.stringify(run);
	};

	const watch = (parameters: IDataObject) => {
		const node = new MerchantServicesTrigger();
		return new PollingWorkflow({
			node,
			parameters: withDefaults(node, { ...isOAuth2(way), ...parameters }),
			address: server.address,
			token: '',
			credential: credential(),
		});
	};

	/** What n8n keeps of a trigger. */
	const keptOf = ({ executions, saved, state, errors }: PollingWorkflow) => {
		const told = errors.map((error) => ({ ...error, message: error.message }));
		return JSON.stringify([executions, saved, state, told]);
	};

	it.each(isLong ? [400, 401, 403, 404, 409, 500] : [400, 401, 500])(
		'no secret is in what n8n keeps of a run, whatever the service repeats with %i',
		async (answered) => {
			status = answered;
			for (const continueOnFail of [false, true]) {
				for (const [, node, parameters] of NODES) {
					const run = await kept(node, parameters, continueOnFail);
					expectNoSecretIn(run);
					// What the service said is there, without the secrets.
					expect(run).toContain('***');
				}
			}
			expect(sent.size).toBeGreaterThan(0);
			expectNoSecretIn(log());
			if (answered === 500) expect(log()).toContain('Trying again');
		},
	);

	it.each([401, 500])(
		'none is in the static data and the errors of the trigger (%i)',
		async (answered) => {
			status = answered;
			const polling = watch({ event: 'newReport' });
			await polling.poll();
			expect(polling.errors).not.toEqual([]);
			expect(sent.size).toBeGreaterThan(0);
			expectNoSecretIn(keptOf(polling));
		},
	);

	it.each(INVOICE_ANSWERS)(
		'none is in the items, the state, the errors and the log of the trigger (an invoice is %s)',
		async (what, answer) => {
			status = 200;
			invoice = answer;
			const polling = watch({
				event: 'invoiceStatusChanged',
				options: { health: 'changes' },
			});
			sentInvoices = [];
			await polling.activate();
			const createdDate = new Date().toISOString();
			sentInvoices = [{ id: 'one', status: 'SENT', createdDate, invoiceInformation: {} }];
			for (let poll = 0; poll < 2; poll++) await polling.poll();
			expectNoSecretIn(keptOf(polling));
			expectNoSecretIn(log());
			if (what !== 'cut off') expect(keptOf(polling)).toContain('***');
			expect(sent.size).toBeGreaterThan(0);
		},
	);

	it.each([
		['the error', false],
		['an error item', true],
	])('none is in %s that quotes a cell', async (_what, continueOnFail) => {
		status = 200;
		report = (said, response) =>
			csv(response, `RequestID,PaymentData.Amount\n1,"${said.replaceAll('"', '')}"\n`);
		const options = { format: 'text/csv', amounts: 'number' };
		const run = await kept(new MerchantReporting(), { ...DOWNLOAD, options }, continueOnFail);
		expect(run).toMatch(/PaymentData\.Amount is [^,]*\*{3}/);
		expectNoSecretIn(run);
	});

	/** The error of a refusal and the words of a report, in every way; `npm run test:all` tries all. */
	const reports = REPORTS.filter(
		([name]) => isLong || way === 'a token' || ['refused', 'one sentence'].includes(name),
	);

	describe.each(reports)('in a report that is %s', (_what, made) => {
		beforeEach(() => {
			report = made;
			status = 200;
			server.received.length = 0;
		});

		it.each(['rows', 'totals'])('none is in an error (%s)', async (output) => {
			for (const continueOnFail of [false, true]) {
				const parameters = { ...DOWNLOAD, output };
				expectNoSecretIn(await kept(new MerchantReporting(), parameters, continueOnFail));
			}
			expect(sent.size).toBeGreaterThan(0);
		});

		it('none is in the items, the saved state and the errors of the trigger', async () => {
			const polling = watch({
				event: 'newReport',
				download: true,
				output: 'rows',
				options: { health: 'changes', replayFrom: '2026-01-01' },
			});
			await polling.activate();
			await polling.poll();
			expect(server.received.some(({ url }) => url.includes('/reports/one'))).toBe(true);
			expectNoSecretIn(keptOf(polling));
			expectNoSecretIn(log());
		});
	});
});
