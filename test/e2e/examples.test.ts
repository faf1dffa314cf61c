import { examples } from '../../host/examples';
import { CHECKS } from './exampleChecks';
import { runExample } from './exampleRuns';
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

	test('n8n has nothing to complain of about us', async () => {
		expect(await instance.ourErrors()).toEqual([]);
	});
});
