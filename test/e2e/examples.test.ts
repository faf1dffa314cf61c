import { examples } from '../../host/examples';
import { itemsOf, type WorkflowFile } from '../../host/rest';
import { BEFORE, CHECKS } from './exampleChecks';
import { Instance } from './support/instance';

const startOf = ({ name, nodes }: WorkflowFile): string => {
	const start = nodes.find(({ type }) => type.endsWith('Trigger'));
	if (!start) throw new Error(`${name} has no trigger to start from`);
	return start.name;
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

describe('the examples in the real n8n', () => {
	let instance: Instance;

	beforeAll(async () => {
		instance = await Instance.start('examples');
	});
	afterAll(async () => await instance.stop());

	test('each has a check of its own', () => {
		expect(Object.keys(CHECKS).sort()).toEqual([...examples().keys()]);
	});

	for (const [name, file] of examples()) {
		test(`${name} runs to success`, async () => {
			await BEFORE[name]?.(instance.sandbox);
			const workflow = await instance.client.addWorkflow(inHaste(file), instance.credential);
			const execution = await instance.client.run(workflow, startOf(file), 120_000);
			expect(execution.data.resultData.error).toBeUndefined();
			expect(execution.status).toBe('success');
			await CHECKS[name]({
				items: (node) => itemsOf(execution, node),
				sandbox: instance.sandbox,
			});
		});
	}

	test('n8n has nothing to complain of about us', async () => {
		expect(await instance.ourErrors()).toEqual([]);
	});
});
