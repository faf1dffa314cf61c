import { examples } from '../../host/examples';
import { CHECKS } from './exampleChecks';
import { runExample, withWrongRows } from './exampleRuns';
import { Instance } from './support/instance';

describe('the examples in the real n8n', () => {
	let instance: Instance;

	beforeAll(async () => {
		instance = await Instance.start('examples');
	});
	afterAll(async () => await instance.stop());

	test('each has a check of its own', () => {
		expect(Object.keys(CHECKS).sort()).toEqual([...examples().keys()].sort());
	});

	for (const [name, file] of examples()) {
		test(`${name} runs to success, with the figures of the ledger`, async () => {
			await CHECKS[name](await runExample(name, file, instance));
		});
	}

	test('Invoices from a sheet creates nothing while a row is wrong, and lists every problem', async () => {
		const file = withWrongRows(examples().get('invoicing-from-sheet')!);
		const { client, credential, sandbox } = instance;
		const workflow = await client.addWorkflow(file, credential);
		const { status, data } = await client.run(workflow, 'Start');
		expect(status).toBe('error');
		const { message, description } = data.resultData.error as Error & { description: string };
		expect(message).toBe('2 of 3 rows cannot be used');
		const problems = description.match(/<li>.*?<\/li>/g);
		expect(problems).toEqual([
			expect.stringMatching(/Row 1 of 3, .*Total Amount.*abc/),
			expect.stringMatching(/Row 3 of 3, .*Email.*zoe at example/),
			expect.stringMatching(/Row 3 of 3, .*Due Date.*31\.12\.30/),
		]);
		expect(description).toContain('Nothing was sent to the service.');
		const { invoices } = await sandbox.control.send<{ invoices: Array<{ id: string }> }>(
			'GET',
			'/invoices',
		);
		expect(invoices.filter(({ id }) => id.startsWith('WRONG-'))).toEqual([]);
	});

	test('n8n has nothing to complain of about us', async () => {
		expect(await instance.ourErrors()).toEqual([]);
	});
});
