import type { INode, INodeExecutionData } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Execution, itemsOf, type StoredWorkflow, type WorkflowFile } from '../../host/rest';
import type { TestSandbox } from '../support/sandbox';
import { changed, SENT } from '../sandbox/invoicing/bodies';
import type { Instance } from './support/instance';
import { chain, manual } from './support/workflow';

/** An example that ran, and what can be asked of it. */
export interface ExampleRun {
	items(node: string): INodeExecutionData[];
	/** The file that a node of the workflow gave out. */
	file(node: string): Promise<Buffer>;
	again(): Promise<ExampleRun>;
	sandbox: TestSandbox;
}

type Runner = (instance: Instance, file: WorkflowFile) => Promise<ExampleRun>;

const succeeded = (execution: Execution): Execution => {
	expect(execution.data.resultData.error).toBeUndefined();
	expect(execution.status).toBe('success');
	return execution;
};

/** With pauses of seconds in place of minutes: what an example waits for is soon there in the sandbox. */
const inHaste = (file: WorkflowFile): WorkflowFile => ({
	...file,
	nodes: file.nodes.map((node) =>
		node.type === 'n8n-nodes-base.wait'
			? { ...node, parameters: { amount: 5, unit: 'seconds' } }
			: node,
	),
});

const executed: Runner = async (instance, file) => {
	const start = file.nodes.find(({ type }) => type.endsWith('Trigger'));
	if (!start) throw new Error(`${file.name} has no trigger to start from`);
	const workflow = await instance.client.addWorkflow(inHaste(file), instance.credential);
	const run = async (): Promise<ExampleRun> => {
		const execution = succeeded(await instance.client.run(workflow, start.name, 120_000));
		return runOf(instance, (node) => itemsOf(execution, node), run);
	};
	return await run();
};

/** Publishes the workflow and calls its webhook: first with a lie, then with the truth. */
const called: Runner = async (instance, file) => {
	const { client, sandbox } = instance;
	const workflow = await client.addWorkflow(file, instance.credential);
	await client.activate(workflow);
	const body = changed(SENT, { 'invoiceInformation.dueDate': '2030-12-31' });
	const create = async () =>
		(await sandbox.call<{ id: string }>('POST', '/invoicing/v2/invoices', { body })).body.id;
	const [open, paid] = [await create(), await create()];
	await sandbox.control.send('POST', `/invoices/${paid}/pay`);
	const ofCall = async (invoiceNumber: string, before: number): Promise<Execution> => {
		const call = async () =>
			await fetch(`${client.address}/webhook/merchant-invoice-paid`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ invoiceNumber, status: 'PAID', totalAmount: '9999.00' }),
			});
		let response = await call();
		// n8n answers that a workflow is published before its webhook is there.
		for (let tries = 0; tries < 100 && response.status === 404; tries++) {
			await sleep(200);
			response = await call();
		}
		expect(response.status).toBe(200);
		return succeeded(await client.ended(await nextExecution(instance, workflow, before)));
	};
	expect(itemsOf(await ofCall(open, 0), 'Paid')).toEqual([]);
	const execution = await ofCall(paid, 1);
	return runOf(
		instance,
		(node) => itemsOf(execution, node),
		() => Promise.reject(new Error('A webhook runs when it is called')),
	);
};

async function nextExecution(
	{ client }: Instance,
	{ id }: StoredWorkflow,
	before: number,
): Promise<string> {
	for (let tries = 0; tries < 300; tries++) {
		const executions = await client.executions(id);
		if (executions.length > before) return executions[0].id;
		await sleep(100);
	}
	throw new Error('The webhook started no execution');
}

/** What a model would fill in. */
const SAID: Record<string, string> = {
	...{ invoiceNumber: 'WS-1001', customerName: 'Ann Lee', customerEmail: 'ann@example.com' },
	...{ whatFor: 'Workshop', amount: '250.00' },
};

const asSaid = (parameters: INode['parameters']): INode['parameters'] =>
	JSON.parse(
		JSON.stringify(parameters).replace(
			/=\{\{ \$fromAI\('(\w+)'.*?\) \}\}/g,
			(_, name: string) => SAID[name],
		),
	) as INode['parameters'];

/** No model answers here: the tools run as the agent would run them. */
const itsTools: Runner = async (instance, file) => {
	const tools = file.nodes.filter(({ type }) => /^n8n-nodes-merchant-services\..*Tool$/.test(type));
	const results = new Map<string, INodeExecutionData[]>();
	for (const tool of tools) {
		const { descriptionType, toolDescription, ...parameters } = asSaid(tool.parameters);
		expect([descriptionType, toolDescription]).toEqual(['manual', expect.any(String)]);
		const node: INode = { ...tool, type: tool.type.replace(/Tool$/, ''), parameters };
		const workflow = await instance.client.addWorkflow(
			chain(`Tool ${tool.name}`, [manual, node]),
			instance.credential,
		);
		const execution = succeeded(await instance.client.run(workflow, manual.name));
		results.set(tool.name, itemsOf(execution, tool.name));
	}
	return runOf(
		instance,
		(node) => results.get(node) ?? [],
		() => Promise.reject(new Error('The tools run once')),
	);
};

const runOf = (
	{ client, sandbox }: Instance,
	items: ExampleRun['items'],
	again: ExampleRun['again'],
): ExampleRun => ({
	items,
	file: async (node) => await client.binary(items(node)[0].binary?.data.id ?? ''),
	again,
	sandbox,
});

/** How an example is run that a press of "Execute workflow" does not run. */
const OTHERWISE: Partial<Record<string, Runner>> = {
	'invoicing-paid-webhook': called,
	'agent-bill': itsTools,
	'agent-overdue': itsTools,
};

export const runExample = async (
	name: string,
	file: WorkflowFile,
	instance: Instance,
): Promise<ExampleRun> => await (OTHERWISE[name] ?? executed)(instance, file);

/** The example of the sheet with mistakes in two of its rows, and numbers of its own. */
export const withWrongRows = (file: WorkflowFile): WorkflowFile =>
	JSON.parse(
		JSON.stringify(file)
			.replace('120.00', 'abc')
			.replace('zoe@example.com', 'zoe at example')
			.replace('2031-01-31', '31.11.30')
			.replaceAll('SHEET-', 'WRONG-'),
	) as WorkflowFile;
