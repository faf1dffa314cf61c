import { createHash } from 'node:crypto';
import { itemsOf } from '../../host/rest';
import { Instance } from './support/instance';
import { chain, manual, reporting } from './support/workflow';

const NODE = 'Merchant Reporting';
const MEGABYTE = 1024 * 1024;

const downloadById = (reportId: string) => ({
	resource: 'report',
	operation: 'fetch',
	report: { __rl: true, mode: 'id', value: reportId },
	output: 'file',
});

describe('a workflow in the real n8n', () => {
	let instance: Instance;

	beforeAll(async () => {
		instance = await Instance.start('running');
	});
	afterAll(async () => await instance.stop());

	test('the packed package gives n8n its nodes', async () => {
		const types = (await instance.client.nodeTypes()).map(({ name }) => name);
		expect(types.filter((name) => name.includes('merchant')).sort()).toEqual([
			'n8n-nodes-merchant-services.merchantInvoicing',
			'n8n-nodes-merchant-services.merchantInvoicingTool',
			'n8n-nodes-merchant-services.merchantReporting',
			'n8n-nodes-merchant-services.merchantReportingTool',
			'n8n-nodes-merchant-services.merchantServicesTrigger',
		]);
	});

	test('a 100 MB report becomes a file, whole, and n8n needs no more memory for it', async () => {
		const { client, credential, sandbox } = instance;
		const bytes = 100 * MEGABYTE;
		const run = async (reportId: string) => {
			const workflow = await client.addWorkflow(
				chain(`Download ${reportId}`, [manual, reporting(credential, downloadById(reportId))]),
			);
			return itemsOf(await client.run(workflow, 'Start', 110_000), NODE)[0];
		};
		const small = await sandbox.control.makeReport({ reportName: 'Warm up', bytes: MEGABYTE });
		const large = await sandbox.control.makeReport({ reportName: 'Large', bytes });
		await run(small.reportId);
		let file: Awaited<ReturnType<typeof run>> | undefined;
		const growth = await instance.peakGrowth(async () => {
			file = await run(large.reportId);
		});
		const stored = await client.binary(file?.binary?.data.id ?? '');
		const sent = await sandbox.call('GET', `/reporting/v3/reports/${large.reportId}`, {
			headers: { accept: 'text/csv' },
		});
		expect(stored.length).toBeGreaterThan(0.9 * bytes);
		expect(createHash('sha256').update(stored).digest('hex')).toBe(
			createHash('sha256').update(sent.text).digest('hex'),
		);
		expect(growth / MEGABYTE).toBeLessThan(80);
	});

	test('n8n has nothing to complain of about us', async () => {
		expect(await instance.ourErrors()).toEqual([]);
	});
});
