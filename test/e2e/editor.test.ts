import { examples } from '../../host/examples';
import { itemsOf } from '../../host/rest';
import { TOKENS } from '../support/sandbox';
import { withWrongRows } from './exampleRuns';
import { CredentialForm } from './support/credentialForm';
import { expectNothingWrong, useEditor } from './support/useEditor';
import { chain, EVERY_FIVE_SECONDS, invoicing, manual, trigger } from './support/workflow';

describe('a new user in the editor', () => {
	const n8n = useEditor(
		'editor',
		async ({ client, credential }) => await client.call('DELETE', `/credentials/${credential.id}`),
	);

	test.each([
		// n8n leaves the word Trigger out here.
		['invoice', ['Merchant Invoicing', 'Merchant Services']],
		['report', ['Merchant Reporting', 'Merchant Services']],
		['payment', ['Merchant Invoicing', 'Merchant Reporting', 'Merchant Services']],
		['refund', ['Merchant Reporting']],
		['reconcile', ['Merchant Reporting']],
	])('finds by the word "%s" the nodes that know it', async (word, nodes) => {
		await n8n.editor.newWorkflow();
		for (const node of nodes) await n8n.editor.findNode(word, node);
		await n8n.window.picture(`search ${word}`);
	});

	test('is led from each node to the trigger', async () => {
		for (const [node, action] of [
			['Merchant Invoicing', 'Get many invoices'],
			['Merchant Reporting', 'Get many reports'],
		]) {
			await n8n.editor.newWorkflow();
			await n8n.editor.addAction(node, action);
			await n8n.window.picture(`hint ${node}`);
			expect(await n8n.editor.outputText()).toContain('add the Merchant Services Trigger node');
			await n8n.editor.closeNode();
		}
	});

	test('connects with a token, and sees at once whether it is right', async () => {
		await n8n.editor.newWorkflow();
		await n8n.editor.addAction('Merchant Invoicing', 'Get invoice');
		const form = new CredentialForm(n8n.window.page);
		await form.open();
		await form.choose('environment', 'Sandbox');
		await form.fill('sandboxAddress', n8n.instance.sandbox.address);
		await form.fill('token', TOKENS.expired);
		expect(await form.saveRefused()).toContain('The service does not accept the token (');
		await n8n.window.picture('credential refused');
		await form.fill('token', n8n.instance.sandbox.token);
		await form.saveAccepted();
		await n8n.window.picture('credential accepted');
		await form.close();
	});

	test('picks an invoice from the searched list, and sees it', async () => {
		const found = await n8n.editor.searchLocator('invoice', 'PAID');
		expect(found.length).toBeGreaterThan(0);
		await n8n.window.picture('invoice list');
		await n8n.editor.pickLocated(found[0]);
		await n8n.editor.execute();
		await n8n.window.picture('invoice');
		expect(await n8n.editor.outputText()).toContain(found[0].split(' ')[0]);
	});

	test('picks fields that the service offers, and subscribes to a report', async () => {
		await n8n.editor.newWorkflow();
		await n8n.editor.addAction('Merchant Reporting', 'Create or update report subscription');
		await n8n.editor.fillLocator('reportName', 'Daily from the editor');
		await n8n.editor.choose('fieldSet', 'Selected Fields');
		const fields = await n8n.editor.searchField('reportFields', 'card');
		await n8n.window.picture('fields');
		expect(fields.length).toBeGreaterThan(0);
		await n8n.editor.pickMany(fields[0]);
		await n8n.editor.execute();
		await n8n.window.picture('subscription');
		expect(await n8n.editor.outputText()).toContain('Daily from the editor');
		const { body } = await n8n.instance.sandbox.call(
			'GET',
			'/reporting/v3/report-subscriptions/Daily%20from%20the%20editor',
		);
		expect(body).toMatchObject({ reportFields: [expect.any(String)] });
	});

	test('creates an invoice, pays it in the payment page, and the trigger fires', async () => {
		const [credential] = await n8n.instance.client.credentials();
		const watch = await n8n.instance.client.addWorkflow(
			chain('When an invoice is paid', [
				trigger(credential, {
					event: 'invoiceStatusChanged',
					changes: ['paid'],
					pollTimes: EVERY_FIVE_SECONDS,
				}),
			]),
		);
		await n8n.instance.client.activatePolling(watch);

		const { id: billing } = await n8n.instance.client.addWorkflow(
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
		await n8n.editor.openWorkflow(billing);
		await n8n.editor.openNode('Merchant Invoicing');
		await n8n.editor.fill('invoiceNumber', 'ORDER1001');
		await n8n.editor.choose('delivery', 'Create and Email Now');
		await n8n.editor.fill('customerName', 'Ann Lee');
		await n8n.editor.fill('customerEmail', 'ann@example.com');
		await n8n.window.page.getByPlaceholder('e.g. 49.90').fill('49.90');
		await n8n.window.picture('create invoice');
		await n8n.editor.execute();
		await n8n.editor.showOutputAs('Schema');
		await n8n.window.picture('created invoice');
		const link = /http:\/\/127\.0\.0\.1:\d+\/pay\/[\w-]+/.exec(await n8n.editor.outputText())?.[0];

		const page = await n8n.window.tab(link ?? 'about:blank');
		await n8n.window.picture('payment page', page);
		await page.getByRole('button', { name: /^Pay \$\d/ }).click();
		await page.getByText(/paid/i).first().waitFor();
		await n8n.window.picture('paid', page);
		await page.close();

		await n8n.editor.openExecutions(watch.id);
		const [{ id }] = await n8n.instance.client.executions(watch.id);
		const [{ json }] = itemsOf(await n8n.instance.client.ended(id), 'Merchant Services Trigger');
		expect(json).toMatchObject({ change: 'paid' });

		const tried = await n8n.instance.client.addWorkflow(
			chain('Try it', [
				trigger(credential, {
					event: 'invoiceStatusChanged',
					changes: ['paid'],
					pollTimes: { item: [{ mode: 'everyMinute' }] },
				}),
			]),
		);
		await n8n.editor.openWorkflow(tried.id);
		await n8n.editor.openNode('Merchant Services Trigger');
		await n8n.editor.execute();
		await n8n.editor.showOutputAs('Schema');
		await n8n.window.picture('trigger');
		expect(await n8n.editor.outputText()).toContain('PAID');
		await n8n.editor.closeNode();
	});

	test('sees in an execution how the trigger is doing', async () => {
		const [credential] = await n8n.instance.client.credentials();
		const watch = await n8n.instance.client.addWorkflow(
			chain('Health of the trigger', [
				trigger(credential, {
					event: 'invoiceStatusChanged',
					pollTimes: EVERY_FIVE_SECONDS,
					options: { health: 'changes' },
				}),
			]),
		);
		await n8n.instance.client.activatePolling(watch);
		await n8n.editor.openExecutedNode(watch.id, 'Merchant Services Trigger');
		await n8n.editor.field('health').scrollIntoViewIfNeeded();
		await n8n.window.picture('health');
		await n8n.editor.closeNode();
		const [{ id }] = await n8n.instance.client.executions(watch.id);
		const [{ json }] = itemsOf(await n8n.instance.client.ended(id), 'Merchant Services Trigger');
		expect(json).toMatchObject({ event: 'health', isHealthy: true });
	});

	test('sees what a tool of an agent does, and what it returns', async () => {
		const [credential] = await n8n.instance.client.credentials();
		const workflow = await n8n.instance.client.addWorkflow(
			examples().get('agent-overdue')!,
			credential,
		);
		await n8n.editor.openWorkflow(workflow.id);
		await n8n.window.picture('agent');
		expect(await n8n.editor.subtitles()).toEqual(
			expect.arrayContaining(['Get Many Invoices', 'Get Invoice Totals']),
		);
		await n8n.editor.openNode('Overdue Invoices');
		await n8n.window.picture('agent tool');
		expect(await n8n.editor.fieldLabels()).toEqual(expect.arrayContaining(['Output', 'Filters']));
		await n8n.editor.closeNode();
	});

	test('sees every problem of every row on a line of its own', async () => {
		const [credential] = await n8n.instance.client.credentials();
		const file = withWrongRows(examples().get('invoicing-from-sheet')!);
		for (const node of file.nodes) delete node.onError;
		const workflow = await n8n.instance.client.addWorkflow(file, credential);
		await n8n.editor.openWorkflow(workflow.id);
		await n8n.editor.openNode('Create the Invoices');
		await n8n.editor.execute();
		await n8n.window.picture('several problems');
		const lines = (await n8n.editor.outputText()).split('\n');
		expect(lines).toEqual(
			expect.arrayContaining([
				'2 of 3 rows cannot be used',
				expect.stringMatching(/^Row 1 of 3, .*abc/),
				expect.stringMatching(/^Row 3 of 3, .*31\.11\.30/),
				expect.stringMatching(/^Row 3 of 3, .*zoe at example/),
			]),
		);
		await n8n.editor.closeNode();
	});

	expectNothingWrong(n8n);
});
