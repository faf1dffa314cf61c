import { examples } from '../../host/examples';
import { json, startServer, type TestServer } from '../support/server';
import { Window } from './support/browser';
import { Editor } from './support/editor';
import { Instance } from './support/instance';

const BILL = {
	invoiceNumber: 'WS-1001',
	customerName: 'Ann Lee',
	customerEmail: 'ann@example.com',
	whatFor: 'Workshop',
	amount: '250.00',
};

/** n8n takes the name of a headless browser for that of a robot, whose clicks approve nothing. */
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

interface Asked {
	messages: Array<{ role: string }>;
	tools: Array<{ function: { name: string } }>;
}

/** A model that wants to bill, and has nothing to add once it knows what came of it. */
const startModel = async (): Promise<TestServer> =>
	await startServer((request, response) => {
		const { messages, tools } = JSON.parse(request.body) as Asked;
		const isDone = messages.at(-1)?.role === 'tool';
		const call = {
			id: 'call_1',
			type: 'function',
			function: {
				name: tools[0].function.name,
				arguments: JSON.stringify({ toolParameters: BILL, hitlParameters: {} }),
			},
		};
		const message = isDone ? { content: 'Done.' } : { content: null, tool_calls: [call] };
		json(response, 200, {
			...{ id: 'completion', object: 'chat.completion', created: 1, model: 'gpt-4.1-mini' },
			choices: [
				{
					index: 0,
					message: { role: 'assistant', ...message },
					finish_reason: isDone ? 'stop' : 'tool_calls',
				},
			],
		});
	});

test('an agent bills only what a person approves', async () => {
	const instance = await Instance.start('agent');
	const window = await Window.open();
	const { page } = window;
	const model = await startModel();
	try {
		const { client, credential, sandbox } = instance;
		const { id, name } = await client.saveCredential('Model', 'openAiApi', {
			...{ apiKey: 'none', url: `${model.address}/v1`, header: false, organizationId: '' },
		});
		const file = examples().get('agent-bill')!;
		const nodes = file.nodes.map((node) =>
			node.name === 'Model' ? { ...node, credentials: { openAiApi: { id, name } } } : node,
		);
		const workflow = await client.addWorkflow({ ...file, nodes }, credential);
		await page.setExtraHTTPHeaders({ 'User-Agent': PERSON });
		const editor = new Editor(page, instance.address);
		await editor.logIn();
		await editor.openWorkflow(workflow.id);
		await page.getByRole('button', { name: 'Open chat' }).last().click();
		const statuses: number[] = [];
		for (const choice of ['Decline', 'Approve']) {
			await page.getByTestId('chat-input').fill('Bill Ann Lee 250 dollars for the workshop.');
			await page.keyboard.press('Enter');
			await page.getByText('WS-1001: 250.00 USD for Workshop').waitFor();
			await page.getByRole('button', { name: choice }).last().click();
			await page.getByText('Done.').first().waitFor();
			const path = `/invoicing/v2/invoices/${BILL.invoiceNumber}`;
			statuses.push((await sandbox.call('GET', path)).status);
			// For a new chat, which stays open.
			await editor.openWorkflow(workflow.id);
		}
		expect(statuses).toEqual([404, 200]);
	} finally {
		await window.close();
		await model.stop();
		await instance.stop();
	}
});
