import type { IDataObject } from 'n8n-workflow';
import { itemsOf, type StoredCredential } from '../../host/rest';
import { startServer, type TestServer } from '../support/server';
import { InvoicingControl } from '../support/invoicingSandbox';
import { Window } from './support/browser';
import { CredentialForm } from './support/credentialForm';
import { Editor } from './support/editor';
import { Instance } from './support/instance';
import { chain, invoicing, manual, reporting } from './support/workflow';

const CLIENT = {
	clientId: 'sandbox-client-merchant-one',
	clientSecret: 'sandbox-client-secret-merchant-one',
};

/** What must never be seen outside the credential. */
const canaries = ({ sandbox }: Instance): string[] => [
	sandbox.token,
	sandbox.key.secret,
	CLIENT.clientSecret,
	'sandbox-access-',
	'sandbox-refresh-',
	'eyJhbGciOi',
];

describe('a credential in the real n8n', () => {
	let instance: Instance;
	let elsewhere: TestServer;
	const executions: unknown[] = [];

	beforeAll(async () => {
		instance = await Instance.start('credential');
		elsewhere = await startServer((_request, response) => response.end('{}'));
	});
	afterAll(async () => {
		await elsewhere.stop();
		await instance.stop();
	});

	const place = () => ({ environment: 'sandbox', sandboxAddress: instance.sandbox.address });
	const keyed = (method: string, more: IDataObject = {}) => ({
		...place(),
		authenticationMethod: method,
		keyId: instance.sandbox.key.id,
		sharedSecret: instance.sandbox.key.secret,
		merchantId: 'merchant_one',
		...more,
	});
	const oAuth2 = (grantType: string) => ({
		...place(),
		...CLIENT,
		grantType,
		authUrl: `${instance.sandbox.address}/oauth2/authorize`,
		accessTokenUrl: `${instance.sandbox.address}/oauth2/token`,
	});
	const save = async (name: string, type: string, data: IDataObject) =>
		await instance.client.saveCredential(name, type, data);

	const run = async (name: string, ...steps: Parameters<typeof chain>[1]) => {
		const workflow = await instance.client.addWorkflow(chain(name, [manual, ...steps]));
		const execution = await instance.client.run(workflow, 'Start');
		executions.push(execution);
		return execution;
	};
	const definitions = (credential: StoredCredential, more: IDataObject = {}) =>
		reporting(credential, {
			resource: 'reportDefinition',
			operation: 'getAll',
			returnAll: true,
			...more,
		});

	test.each(['signedToken', 'signedRequest'])('with a key works by %s', async (method) => {
		const credential = await save(method, 'merchantApi', keyed(method));
		const execution = await run(method, definitions(credential));
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Merchant Reporting').length).toBeGreaterThan(10);
	});

	describe('in the editor', () => {
		let window: Window;
		let editor: Editor;
		let form: CredentialForm;

		beforeAll(async () => {
			window = await Window.open({ width: 1440, height: 1300 });
			editor = new Editor(window.page, instance.address);
			form = new CredentialForm(window.page);
			await editor.logIn();
		});
		afterAll(async () => {
			await window.picture('credential last');
			await window.close();
		});

		const openWith = async (credential: StoredCredential, authentication: string) => {
			const workflow = await instance.client.addWorkflow(
				chain(credential.name, [manual, definitions(credential, { authentication })]),
			);
			await editor.openWorkflow(workflow.id);
			await editor.openNode('Merchant Reporting');
			await window.page.getByTestId('credential-edit-button').click();
			await window.page.getByTestId('editCredential-modal').waitFor();
		};

		test('the form asks for a key where one is chosen', async () => {
			const credential = await save('Form', 'merchantApi', keyed('signedToken'));
			await openWith(credential, 'tokenOrKey');
			await window.page.getByText('Connection tested successfully').waitFor();
			await window.picture('credential key');
			await window.page
				.getByTestId('parameter-input-allowedHttpRequestDomains')
				.scrollIntoViewIfNeeded();
			await window.picture('credential key, the rest');
			const labels = await form.labels();
			expect(labels).toEqual(
				expect.arrayContaining(['Key ID', 'Shared Secret', 'Merchant ID', 'Partner ID']),
			);
			expect(labels).not.toContain('Token');
		});

		test('OAuth2 connects in the browser, and n8n renews the token in a list and in a wait', async () => {
			const credential = await save('By OAuth2', 'merchantOAuth2Api', oAuth2('authorizationCode'));
			await openWith(credential, 'oAuth2');
			const connect = window.page.getByRole('button', { name: 'Connect', exact: true });
			await connect.waitFor();
			await window.picture('credential OAuth2');
			await window.page.getByTestId('parameter-input-organizationId').scrollIntoViewIfNeeded();
			await window.picture('credential OAuth2, the rest');
			const opened = window.page.context().waitForEvent('page');
			await connect.click();
			const asked = await opened;
			await asked.getByRole('button', { name: 'Allow' }).waitFor();
			await window.picture('authorize', asked);
			await asked.getByRole('button', { name: 'Allow' }).click();
			await window.page
				.getByText(/account connected/i)
				.first()
				.waitFor();
			await window.picture('credential OAuth2 connected');

			const { control } = instance.sandbox;
			const made = await new InvoicingControl(control).bulkCreate(300, { status: 'PARTIAL' });
			await control.send('PUT', '/oauth2', { accessTokenRequests: 2 });
			await control.send('POST', '/oauth2/expire');
			await control.clearRequests();
			const listed = await run(
				'List',
				invoicing(credential, {
					authentication: 'oAuth2',
					resource: 'invoice',
					operation: 'getAll',
					returnAll: true,
				}),
			);
			expect(listed.status).toBe('success');
			expect(itemsOf(listed, 'Merchant Invoicing').length).toBeGreaterThan(made.length);
			const refused = async () =>
				(await control.requests()).filter(({ status }) => status === 401).length;
			expect(await refused()).toBeGreaterThan(1);

			await control.clearRequests();
			await control.send('PUT', '/generation', { queuedSeconds: 1, runningSeconds: 1 });
			const waited = await run(
				'Wait',
				reporting(credential, {
					authentication: 'oAuth2',
					resource: 'report',
					operation: 'create',
					additionalFields: { reportName: 'Waited for' },
					reportDefinitionName: { __rl: true, mode: 'name', value: 'TransactionRequestClass' },
					fieldSet: 'selected',
					reportFields: ['Request.RequestID'],
					period: 'yesterday',
					wait: true,
					output: 'file',
				}),
			);
			expect(waited.status).toBe('success');
			expect(await refused()).toBeGreaterThan(0);
			await control.send('PUT', '/oauth2', { accessTokenRequests: null });
		});
	});

	test('OAuth2 works without a user, with client credentials', async () => {
		const data = oAuth2('clientCredentials');
		const credential = await save('Client credentials', 'merchantOAuth2Api', data);
		const execution = await run('Client', definitions(credential, { authentication: 'oAuth2' }));
		expect(execution.status).toBe('success');
	});

	test('goes to no other host in the HTTP Request node, and to its own where that is allowed', async () => {
		const request = async (credential: StoredCredential, url: string) => {
			const execution = await run(`To ${url} with ${credential.name}`, {
				name: 'HTTP Request',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				parameters: {
					url,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: credential.type,
					sendQuery: true,
					queryParameters: { parameters: [{ name: 'subscriptionType', value: 'CUSTOM' }] },
					options: {},
				},
				credentials: { [credential.type]: { id: credential.id, name: credential.name } },
			});
			return [execution.status, execution.data.resultData.error?.message];
		};
		const own = `${instance.sandbox.address}/reporting/v3/report-definitions`;
		const all = { allowedHttpRequestDomains: 'all' };
		const closed = await save('Closed', 'merchantApi', keyed('signedToken'));
		const open = await save('Open', 'merchantApi', keyed('signedToken', all));
		const token = await save('Open token', 'merchantApi', {
			...place(),
			...all,
			token: instance.sandbox.token,
		});
		const domains = { allowedHttpRequestDomains: 'domains', allowedDomains: 'localhost' };
		const user = await save('Other domain', 'merchantOAuth2Api', {
			...oAuth2('clientCredentials'),
			...domains,
		});
		expect(await request(closed, own)).toEqual([
			'error',
			expect.stringContaining('prevent use within an HTTP Request'),
		]);
		expect(await request(open, own)).toEqual(['success', undefined]);
		expect(await request(token, own)).toEqual(['success', undefined]);
		expect(await request(token, elsewhere.address)).toEqual([
			'error',
			expect.stringContaining(`The credential is used for ${instance.sandbox.address} only`),
		]);
		expect(await request(user, elsewhere.address)).toEqual([
			'error',
			expect.stringContaining('Domain not allowed'),
		]);
		expect(elsewhere.received).toEqual([]);
	});

	test('leaves no secret in saved executions or in n8n’s log', async () => {
		const saved = JSON.stringify(executions);
		const log = await instance.log();
		expect(executions.length).toBeGreaterThan(8);
		for (const secret of canaries(instance)) {
			expect([secret, saved.includes(secret)]).toEqual([secret, false]);
			expect([secret, log.includes(secret)]).toEqual([secret, false]);
		}
	});
});
