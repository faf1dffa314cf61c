import { examples } from '../../host/examples';
import { itemsOf } from '../../host/rest';
import { TOKENS } from '../support/sandbox';
import { withWrongRows } from './exampleRuns';
import { Window } from './support/browser';
import { CredentialForm } from './support/credentialForm';
import { Editor } from './support/editor';
import { Instance } from './support/instance';
import { chain, EVERY_FIVE_SECONDS, invoicing, manual, trigger } from './support/workflow';

describe('a new user in the editor', () => {
	let instance: Instance;
	let window: Window;
	let editor: Editor;

	beforeAll(async () => {
		instance = await Instance.start('editor');
		await instance.client.call('DELETE', `/credentials/${instance.credential.id}`);
		window = await Window.open();
		editor = new Editor(window.page, instance.address);
		await editor.logIn();
		window.errors.length = 0;
	});
	afterAll(async () => {
		await window.picture('last');
		await window.close();
		await instance.stop();
	});

	test.each([
		// n8n leaves the word Trigger out here.
		['invoice', ['Merchant Invoicing', 'Merchant Services']],
		['report', ['Merchant Reporting', 'Merchant Services']],
		['payment', ['Merchant Invoicing', 'Merchant Reporting', 'Merchant Services']],
		['refund', ['Merchant Reporting']],
		['reconcile', ['Merchant Reporting']],
	])('finds by the word "%s" the nodes that know it', async (word, nodes) => {
		await editor.newWorkflow();
		for (const node of nodes) await editor.findNode(word, node);
		await window.picture(`search ${word}`);
	});

	test('is led from each node to the trigger', async () => {
		for (const [node, action] of [
			['Merchant Invoicing', 'Get many invoices'],
			['Merchant Reporting', 'Get many reports'],
		]) {
			await editor.newWorkflow();
			await editor.addAction(node, action);
			await window.picture(`hint ${node}`);
			expect(await editor.outputText()).toContain('add the Merchant Services Trigger node');
			await editor.closeNode();
		}
	});

	test('connects with a token, and sees at once whether it is right', async () => {
		await editor.newWorkflow();
		await editor.addAction('Merchant Invoicing', 'Get invoice');
		const form = new CredentialForm(window.page);
		await form.open();
		await form.choose('environment', 'Sandbox');
		await form.fill('sandboxAddress', instance.sandbox.address);
		await form.fill('token', TOKENS.expired);
		expect(await form.saveRefused()).toContain('The service does not accept the token (');
		await window.picture('credential refused');
		await form.fill('token', instance.sandbox.token);
		await form.saveAccepted();
		await window.picture('credential accepted');
		await form.close();
	});

	test('picks an invoice from the searched list, and sees it', async () => {
		const found = await editor.searchLocator('invoice', 'PAID');
		expect(found.length).toBeGreaterThan(0);
		await window.picture('invoice list');
		await editor.pickLocated(found[0]);
		await editor.execute();
		await window.picture('invoice');
		expect(await editor.outputText()).toContain(found[0].split(' ')[0]);
	});

	test('picks fields that the service offers, and subscribes to a report', async () => {
		await editor.newWorkflow();
		await editor.addAction('Merchant Reporting', 'Create or update report subscription');
		await editor.fillLocator('reportName', 'Daily from the editor');
		await editor.choose('fieldSet', 'Selected Fields');
		const fields = await editor.searchField('reportFields', 'card');
		await window.picture('fields');
		expect(fields.length).toBeGreaterThan(0);
		await editor.pickMany(fields[0]);
		await editor.execute();
		await window.picture('subscription');
		expect(await editor.outputText()).toContain('Daily from the editor');
		const { body } = await instance.sandbox.call(
			'GET',
			'/reporting/v3/report-subscriptions/Daily%20from%20the%20editor',
		);
		expect(body).toMatchObject({ reportFields: [expect.any(String)] });
	});

	test('creates an invoice, pays it in the payment page, and the trigger fires', async () => {
		const [credential] = await instance.client.credentials();
		const watch = await instance.client.addWorkflow(
			chain('When an invoice is paid', [
				trigger(credential, {
					event: 'invoiceStatusChanged',
					changes: ['paid'],
					pollTimes: EVERY_FIVE_SECONDS,
				}),
			]),
		);
		await instance.client.activatePolling(watch);

		const { id: billing } = await instance.client.addWorkflow(
			chain('Bill two chairs', [
				manual,
				invoicing(credential, {
					resource: 'invoice',
					operation: 'create',
					mappingMode: 'defineBelow',
					lineItems: {
						item: [{ productName: 'Oak chair', productSku: 'CH-1', quantity: '2' }],
					},
				}),
			]),
		);
		await editor.openWorkflow(billing);
		await editor.openNode('Merchant Invoicing');
		await editor.fill('invoiceNumber', 'ORDER1001');
		await editor.choose('delivery', 'Create and Email Now');
		await editor.fill('customerName', 'Ann Lee');
		await editor.fill('customerEmail', 'ann@example.com');
		await window.page.getByPlaceholder('e.g. 49.90').fill('49.90');
		await window.picture('create invoice');
		await editor.execute();
		await editor.showOutputAs('Schema');
		await window.picture('created invoice');
		const link = /http:\/\/127\.0\.0\.1:\d+\/pay\/[\w-]+/.exec(await editor.outputText())?.[0];

		const page = await window.tab(link ?? 'about:blank');
		await window.picture('payment page', page);
		await page.getByRole('button', { name: /^Pay \$\d/ }).click();
		await page.getByText(/paid/i).first().waitFor();
		await window.picture('paid', page);
		await page.close();

		await editor.openExecutions(watch.id);
		const [{ id }] = await instance.client.executions(watch.id);
		const [{ json }] = itemsOf(await instance.client.ended(id), 'Merchant Services Trigger');
		expect(json).toMatchObject({ change: 'paid' });

		const tried = await instance.client.addWorkflow(
			chain('Try it', [
				trigger(credential, {
					event: 'invoiceStatusChanged',
					changes: ['paid'],
					pollTimes: { item: [{ mode: 'everyMinute' }] },
				}),
			]),
		);
		await editor.openWorkflow(tried.id);
		await editor.openNode('Merchant Services Trigger');
		await editor.execute();
		await editor.showOutputAs('Schema');
		await window.picture('trigger');
		expect(await editor.outputText()).toContain('PAID');
		await editor.closeNode();
	});

	test('sees in an execution how the trigger is doing', async () => {
		const [credential] = await instance.client.credentials();
		const watch = await instance.client.addWorkflow(
			chain('Health of the trigger', [
				trigger(credential, {
					event: 'invoiceStatusChanged',
					pollTimes: EVERY_FIVE_SECONDS,
					options: { health: 'changes' },
				}),
			]),
		);
		await instance.client.activatePolling(watch);
		await editor.openExecutedNode(watch.id, 'Merchant Services Trigger');
		await editor.field('health').scrollIntoViewIfNeeded();
		await window.picture('health');
		await editor.closeNode();
		const [{ id }] = await instance.client.executions(watch.id);
		const [{ json }] = itemsOf(await instance.client.ended(id), 'Merchant Services Trigger');
		expect(json).toMatchObject({ event: 'health', isHealthy: true });
	});

	test('sees what a tool of an agent does, and what it returns', async () => {
		const [credential] = await instance.client.credentials();
		const workflow = await instance.client.addWorkflow(
			examples().get('agent-overdue')!,
			credential,
		);
		await editor.openWorkflow(workflow.id);
		await window.picture('agent');
		expect(await editor.subtitles()).toEqual(
			expect.arrayContaining(['Get Many Invoices', 'Get Invoice Totals']),
		);
		await editor.openNode('Overdue Invoices');
		await window.picture('agent tool');
		expect(await editor.fieldLabels()).toEqual(expect.arrayContaining(['Output', 'Filters']));
		await editor.closeNode();
	});

	test('sees every problem of every row on a line of its own', async () => {
		const [credential] = await instance.client.credentials();
		const file = withWrongRows(examples().get('invoicing-from-sheet')!);
		for (const node of file.nodes) delete node.onError;
		const workflow = await instance.client.addWorkflow(file, credential);
		await editor.openWorkflow(workflow.id);
		await editor.openNode('Create the Invoices');
		await editor.execute();
		await window.picture('several problems');
		const lines = (await editor.outputText()).split('\n');
		expect(lines).toEqual(
			expect.arrayContaining([
				'2 of 3 rows cannot be used',
				expect.stringMatching(/^Row 1 of 3, .*abc/),
				expect.stringMatching(/^Row 3 of 3, .*31\.11\.30/),
				expect.stringMatching(/^Row 3 of 3, .*zoe at example/),
			]),
		);
		await editor.closeNode();
	});

	test('nothing went wrong in the browser or in n8n on our account', async () => {
		expect(window.errors).toEqual([]);
		expect(await instance.ourErrors()).toEqual([]);
	});
});
