import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { promised } from '../../unit/trigger/guide';
import { watchSandbox } from './watch';

const sandbox = useSandbox('each');
beforeEach(async () => {
	await sandbox.control.makeReports({
		reportName: 'Past',
		count: 20,
		status: 'COMPLETED',
		rows: 1,
	});
	await sandbox.control.clearRequests();
});

const watch = (parameters: IDataObject = {}) =>
	watchSandbox(sandbox, { event: 'newReport', ...parameters });

const requests = async () => {
	const { length } = await sandbox.control.requests();
	await sandbox.control.clearRequests();
	return length;
};

const make = async (count: number) => {
	await sandbox.control.makeReports({ reportName: 'R', count, status: 'COMPLETED', rows: 1 });
	await sandbox.control.clearRequests();
};

const WITH_CONTENT = { download: true, output: 'rows' };

describe('The requests of a poll for reports, as the guide gives them', () => {
	it('at the first activation, and when nothing happened', async () => {
		for (const parameters of [{}, WITH_CONTENT]) {
			const workflow = watch(parameters);
			await workflow.activate();
			expect(await requests()).toBe(promised('Reports: first activation'));
			await workflow.poll();
			expect(await requests()).toBe(promised('Reports: nothing happened'));
		}
	});

	it.each([
		['Reports: one new report', 1, {}],
		['Reports: ten new reports', 10, {}],
		['Reports: one new report, with download', 1, WITH_CONTENT],
		['Reports: ten new reports, with download', 10, WITH_CONTENT],
		[
			'Reports: ten new reports that no filter matches',
			10,
			{ ...WITH_CONTENT, reportNames: 'Past' },
		],
	])('%s', async (row, count, parameters) => {
		const workflow = watch(parameters);
		await workflow.activate();
		await make(count);
		await workflow.poll();
		expect(await requests()).toBe(promised(row));
		await workflow.poll();
		expect(await requests()).toBe(promised('Reports: nothing happened'));
	});
});
