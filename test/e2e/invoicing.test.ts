import { Window } from './support/browser';
import { Editor } from './support/editor';
import { Instance } from './support/instance';
import { chain, invoicing, manual } from './support/workflow';

/** Three customers, and an address that is none. */
const ROWS = [
	{ name: 'Ann Lee', email: 'ann.e2e@example.com' },
	{ name: 'Bob Ray', email: 'bob.e2e' },
	{ name: 'Cy Dunn', email: 'cy.e2e@example.com' },
];

describe('someone who bills customers in the editor', () => {
	let instance: Instance;
	let window: Window;
	let editor: Editor;

	beforeAll(async () => {
		instance = await Instance.start('invoicing');
		window = await Window.open();
		editor = new Editor(window.page, instance.address);
		await editor.logIn();
		window.errors.length = 0;
	});
	afterAll(async () => {
		await window.picture('invoicing last');
		await window.close();
		await instance.stop();
	});

	const emailed = async () =>
		(await instance.sandbox.control.outbox())
			.map(({ to }) => to)
			.filter((to) => to.includes('.e2e'));

	test('sees a wrong row before anyone is billed, fixes it, and bills once however often it runs', async () => {
		const { id } = await instance.client.addWorkflow(
			chain('Bill three customers', [
				manual,
				{
					name: 'Customers',
					type: 'n8n-nodes-base.code',
					typeVersion: 2,
					parameters: {
						jsCode: `return ${JSON.stringify(ROWS)}.map((json) => ({ json }));`,
					},
				},
				invoicing(instance.credential, {
					resource: 'invoice',
					operation: 'create',
					mappingMode: 'defineBelow',
					delivery: 'emailNow',
					invoiceNumber: '={{ "E2E" + $json.name.split(" ")[0] }}',
					customerName: '={{ $json.name }}',
					customerEmail: '={{ $json.email }}',
					additionalFields: {
						dueDate: '2030-12-31',
						invoiceDescription: 'Consulting in May',
						totalAmount: '1234.50',
					},
				}),
			]),
		);
		await editor.openWorkflow(id);
		await editor.openNode('Merchant Invoicing');
		await editor.execute();
		await window.picture('invoicing wrong row');
		expect(await editor.outputText()).toContain('Row 2 of 3, Customer Email');
		expect(await emailed()).toEqual([]);

		await editor.fillExpression('customerEmail', '{{ $json.name.split(" ")[0] }}.e2e@example.com');
		await editor.execute();
		await editor.untilOutput('created');
		await window.picture('invoicing fixed');
		const receivers = ['Ann', 'Bob', 'Cy'].map((name) => `${name}.e2e@example.com`);
		expect(await emailed()).toEqual(receivers);

		await editor.execute();
		await editor.untilOutput('alreadyThere');
		await window.picture('invoicing run again');
		expect(await emailed()).toEqual(receivers);
	});

	test('nothing went wrong in the browser or in n8n on our account', async () => {
		// n8n misses a file for its own Code node.
		const ours = window.errors.filter((error) => !error.includes('/schemas/n8n-nodes-base.'));
		expect(ours).toEqual([]);
		expect(await instance.ourErrors()).toEqual([]);
	});
});
