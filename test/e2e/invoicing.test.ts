import { expectNothingWrong, useEditor } from './support/useEditor';
import { chain, invoicing, manual } from './support/workflow';

/** Three customers, and an address that is none. */
const ROWS = [
	{ name: 'Ann Lee', email: 'ann.e2e@example.com' },
	{ name: 'Bob Ray', email: 'bob.e2e' },
	{ name: 'Cy Dunn', email: 'cy.e2e@example.com' },
];

describe('someone who bills customers in the editor', () => {
	const n8n = useEditor('invoicing');

	const emailed = async () =>
		(await n8n.instance.sandbox.control.outbox())
			.map(({ to }) => to)
			.filter((to) => to.includes('.e2e'));

	test('sees a wrong row before anyone is billed, fixes it, and bills once however often it runs', async () => {
		const { id } = await n8n.instance.client.addWorkflow(
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
				invoicing(n8n.instance.credential, {
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
		await n8n.editor.openWorkflow(id);
		await n8n.editor.openNode('Merchant Invoicing');
		await n8n.editor.execute();
		await n8n.window.picture('invoicing wrong row');
		expect(await n8n.editor.outputText()).toContain('Row 2 of 3, Customer Email');
		expect(await emailed()).toEqual([]);

		await n8n.editor.fillExpression(
			'customerEmail',
			'{{ $json.name.split(" ")[0] }}.e2e@example.com',
		);
		await n8n.editor.execute();
		await n8n.editor.untilOutput('created');
		await n8n.window.picture('invoicing fixed');
		const receivers = ['Ann', 'Bob', 'Cy'].map((name) => `${name}.e2e@example.com`);
		expect(await emailed()).toEqual(receivers);

		await n8n.editor.execute();
		await n8n.editor.untilOutput('alreadyThere');
		await n8n.window.picture('invoicing run again');
		expect(await emailed()).toEqual(receivers);
	});

	expectNothingWrong(n8n);
});
