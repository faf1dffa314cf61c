import type { IDataObject } from 'n8n-workflow';

import { MerchantInvoicing } from '../../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { MerchantReporting } from '../../../nodes/MerchantReporting/MerchantReporting.node';
import { MerchantServicesTrigger } from '../../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { type NodeRunOptions, runNode, withDefaults } from '../../support/engine';
import { InvoicingControl } from '../../support/invoicingSandbox';
import { PollingWorkflow } from '../../support/polling';
import { setAttempts } from '../../support/patience';
import { useSandbox } from '../../support/sandbox';
import { json, startServer, type TestServer } from '../../support/server';

beforeEach(() => setAttempts(2));

interface Tokens extends IDataObject {
	access_token: string;
	refresh_token?: string;
}

const sandbox = useSandbox('each');

const CLIENT = {
	clientId: 'sandbox-client-merchant-one',
	clientSecret: 'sandbox-client-secret-merchant-one',
};

/** The credential as n8n keeps it once the user has connected the account. */
async function connected(): Promise<IDataObject> {
	const redirect = 'http://127.0.0.1:5678/rest/oauth2-credential/callback';
	const form = async (path: string, values: Record<string, string>) =>
		await fetch(`${sandbox.address}${path}`, {
			method: 'POST',
			redirect: 'manual',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			body: new URLSearchParams(values).toString(),
		});
	const allowed = await form('/oauth2/authorize', {
		response_type: 'code',
		client_id: CLIENT.clientId,
		redirect_uri: redirect,
		answer: 'allow',
	});
	const code = new URL(allowed.headers.get('location') ?? '').searchParams.get('code') ?? '';
	const given = await form('/oauth2/token', {
		grant_type: 'authorization_code',
		code,
		redirect_uri: redirect,
		client_id: CLIENT.clientId,
		client_secret: CLIENT.clientSecret,
	});
	return {
		...credential('authorizationCode'),
		// Some give a type of their own.
		oauthTokenData: { ...((await given.json()) as Tokens), token_type: 'JWT' },
	};
}

const credential = (grantType: string): IDataObject => ({
	...CLIENT,
	grantType,
	authUrl: `${sandbox.address}/oauth2/authorize`,
	accessTokenUrl: `${sandbox.address}/oauth2/token`,
	authentication: 'header',
	scope: '',
});

async function run(
	node: MerchantInvoicing | MerchantReporting,
	parameters: IDataObject,
	data: IDataObject,
	more: Pick<NodeRunOptions, 'continueOnFail' | 'cancelWhen'> = {},
) {
	return await runNode({
		node,
		parameters: withDefaults(node, {
			authentication: 'oAuth2',
			...parameters,
		}),
		address: sandbox.address,
		token: '',
		credential: data,
		...more,
	});
}

/** A single request, which changes something. */
const changeSettings = {
	resource: 'invoiceSettings',
	operation: 'update',
	settings: { merchantDisplayName: 'Chairs' },
};
const listInvoices = { resource: 'invoice', operation: 'getAll', returnAll: true };
const limited = async (accessTokenRequests: number | null) =>
	await sandbox.control.send('PUT', '/oauth2', { accessTokenRequests });

const refusals = async () =>
	(await sandbox.control.requests()).filter(({ status }) => status === 401).length;
const renewals = async () => (await sandbox.control.requests('/oauth2/token')).length;

describe('an access token that n8n renews', () => {
	it('may expire in the middle of a paged list', async () => {
		const ids = await new InvoicingControl(sandbox.control).bulkCreate(450, { status: 'SENT' });
		await limited(2);
		const data = await connected();
		const { items, error } = await run(new MerchantInvoicing(), listInvoices, data);
		expect(error).toBeUndefined();
		expect(new Set(items.map(({ json }) => json.invoiceNumber ?? json.id)).size).toBe(ids.length);
		expect(await refusals()).toBeGreaterThan(0);
		expect(await renewals()).toBe(1 + (await refusals()));
	});

	it('may expire before a download: the file still comes as a stream', async () => {
		const { reportId } = await sandbox.control.makeReport({ reportName: 'Big', bytes: 500_000 });
		const data = await connected();
		await sandbox.control.send('POST', '/oauth2/expire');
		const ran = await run(
			new MerchantReporting(),
			{
				resource: 'report',
				operation: 'fetch',
				report: { __rl: true, mode: 'id', value: reportId },
				output: 'file',
			},
			data,
		);
		expect(ran.error).toBeUndefined();
		expect((await ran.binary(ran.items[0])).length).toBeGreaterThan(500_000);
		expect(await refusals()).toBe(1);
	});

	it('serves the trigger too, across polls', async () => {
		const trigger = new MerchantServicesTrigger();
		const data = await connected();
		const polling = new PollingWorkflow({
			node: trigger,
			parameters: withDefaults(trigger, { authentication: 'oAuth2', event: 'newReport' }),
			address: sandbox.address,
			token: '',
			credential: data,
		});
		await polling.activate();
		await sandbox.control.makeReport({ reportName: 'Fresh' });
		await sandbox.control.send('POST', '/oauth2/expire');
		expect(await polling.poll()).toHaveLength(1);
		expect(polling.errors).toEqual([]);
	});
});

describe('without an access token', () => {
	it.each([
		['the account was never connected', async () => credential('authorizationCode')],
		[
			'the user took the access back',
			async () => {
				const data = await connected();
				await sandbox.control.send('POST', '/oauth2/revoke');
				return data;
			},
		],
		[
			'the client secret is wrong',
			async () => ({ ...credential('clientCredentials'), clientSecret: 'wrong-secret' }),
		],
	])('a node says what to do when %s', async (why, prepare) => {
		const data = await prepare();
		const { error } = await run(new MerchantInvoicing(), changeSettings, data);
		expect(error?.message).toContain('n8n has no valid access token and could not get a new one');
		expect(error?.context?.outcomeUnknown).toBeUndefined();
		expect(error?.description).toContain('Open the credential and connect your account again');
		const sent = why.includes('took') ? 1 : 0;
		expect(await sandbox.control.requests('/invoicing')).toHaveLength(sent);
	});

	it('a node says when the authorization server is down, and tries again', async () => {
		const data = await connected();
		await sandbox.control.send('POST', '/oauth2/expire');
		await sandbox.control.fault({ kind: 'status', status: 503, path: '/oauth2/*', times: 9 });
		const { error } = await run(new MerchantInvoicing(), changeSettings, data);
		expect(error?.context?.outcomeUnknown).toBeUndefined();
		expect(error?.message).toMatch(/the authorization server .* gave no access token \(HTTP 503\)/);
		expect(await renewals()).toBe(3);
		const unreachable = { ...data, accessTokenUrl: 'http://127.0.0.1:9/token' };
		const { error: other } = await run(new MerchantInvoicing(), listInvoices, unreachable);
		expect(other?.message).toContain('gave no access token (ECONNREFUSED)');
	});

	it('a node says when the service refuses even a new one', async () => {
		const data = await connected();
		await sandbox.control.fault({ kind: 'status', status: 401, path: '/invoicing/*', times: 9 });
		const { error } = await run(new MerchantInvoicing(), listInvoices, data);
		expect(error?.message).toContain('does not accept the access token, nor a new one');
	});
});

describe('an authorization server that hangs', () => {
	let hanging: TestServer;
	let release: () => void;
	let isReleased: Promise<void>;
	let isAsked: Promise<void>;

	beforeEach(async () => {
		setAttempts(1);
		isReleased = new Promise((resolve) => (release = resolve));
		let asked = () => {};
		isAsked = new Promise((resolve) => (asked = resolve));
		hanging = await startServer(async (_request, response) => {
			asked();
			await isReleased;
			json(response, 200, { access_token: 'sandbox-access-late', token_type: 'Bearer' });
		});
	});
	afterEach(async () => await hanging.stop());

	const unanswered = () => ({
		...credential('clientCredentials'),
		accessTokenUrl: `${hanging.address}/token`,
	});

	function endTimeWhenAsked() {
		const alarm = new AbortController();
		jest.spyOn(AbortSignal, 'timeout').mockReturnValue(alarm.signal);
		void isAsked.then(() => alarm.abort());
	}

	it.each([
		['a first token', async () => unanswered()],
		[
			'a new one',
			async () => {
				const data = await connected();
				await sandbox.control.send('POST', '/oauth2/expire');
				return { ...data, accessTokenUrl: `${hanging.address}/token` };
			},
		],
	])('is not waited for longer than the service, for %s', async (_what, prepare) => {
		endTimeWhenAsked();
		const { error } = await run(new MerchantInvoicing(), listInvoices, await prepare());
		expect(error?.message).toMatch(
			/127\.0\.0\.1:\d+ or its authorization server did not answer within 120 seconds/,
		);
		expect(hanging.received).toHaveLength(1);
	});

	it('causes no late request to the service with a token it gives after all', async () => {
		endTimeWhenAsked();
		const { error } = await run(new MerchantInvoicing(), listInvoices, unanswered());
		expect(error?.message).toContain('or its authorization server did not answer within');
		release();
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect(await sandbox.control.requests('/invoicing')).toEqual([]);
	});

	it('does not hold up an execution that the user stops', async () => {
		const stopped = await run(new MerchantInvoicing(), listInvoices, unanswered(), {
			cancelWhen: isAsked,
		});
		expect(stopped.run.status).toBe('canceled');
	});
});
