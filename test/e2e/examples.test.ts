import { examples } from '../../host/examples';
import { itemsOf } from '../../host/rest';
import { Ledger } from '../support/ledger';
import { CHECKS } from './exampleChecks';
import { runExample, withWrongRows } from './exampleRuns';
import { Instance } from './support/instance';

describe('the examples in the real n8n', () => {
	let instance: Instance;

	beforeAll(async () => {
		instance = await Instance.start('examples');
	});
	beforeEach(async () => await instance.sandbox.control.completeReports());
	afterAll(async () => await instance.stop());

	test('each has a check of its own', () => {
		expect(Object.keys(CHECKS).sort()).toEqual([...examples().keys()].sort());
	});

	for (const [name, file] of examples()) {
		test(`${name} runs to success, with the figures of the ledger`, async () => {
			await CHECKS[name](await runExample(name, file, instance));
		});
	}

	test('Invoices from a sheet says of a wrong row why, and bills the others', async () => {
		const file = withWrongRows(examples().get('invoicing-from-sheet')!);
		const { client, credential, sandbox } = instance;
		const workflow = await client.addWorkflow(file, credential);
		const execution = await client.run(workflow, 'Start');
		expect(execution.status).toBe('success');
		const rows = itemsOf(execution, 'Create the Invoices').map(({ json }) => json);
		expect(rows).toMatchObject([
			{ row: 1, outcome: 'failed', reason: expect.stringMatching(/amount: .*abc/) as string },
			{ row: 2, outcome: 'created', invoiceNumber: 'WRONG-3002' },
			{ row: 3, outcome: 'failed', reason: expect.stringMatching(/email: .*due: /) as string },
		]);
		const made = (await new Ledger(sandbox).invoices())
			.map(({ id }) => id)
			.filter((id) => id.startsWith('WRONG-'));
		expect(made).toEqual(['WRONG-3002']);
	});

	test('n8n has nothing to complain of about us', async () => {
		expect(await instance.ourErrors()).toEqual([]);
	});
});
