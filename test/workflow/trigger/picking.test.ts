import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { searched } from '../../support/canary';
import { editorOf } from '../../support/editor';
import { useSandbox } from '../../support/sandbox';
import { triggerNode, triggerParameters, watchSandbox } from './watch';

const sandbox = useSandbox('each');

/** What a list of the editor offers, asked for as the editor does. */
const offered = async (
	method: string,
	chosen: IDataObject = {},
): Promise<INodePropertyOptions[]> => {
	const { loadOptions } = triggerNode.methods;
	const context = editorOf(triggerNode, triggerParameters(chosen), sandbox);
	return await searched('a dropdown', loadOptions[method].call(context));
};

describe('The list of report names', () => {
	it('offers those of subscriptions and of reports that were made lately, each once', async () => {
		const answer = await sandbox.call('PUT', '/reporting/v3/report-subscriptions', {
			body: {
				reportDefinitionName: 'TransactionRequestClass',
				reportFields: ['Request.RequestID'],
				reportFrequency: 'DAILY',
				reportMimeType: 'text/csv',
				reportName: 'Subscribed',
				startTime: '0900',
				timezone: 'GMT',
			},
		});
		expect(answer.status).toBeLessThan(300);
		for (const reportName of ['Made', 'Made', 'Subscribed']) {
			await sandbox.control.makeReport({ reportName, status: 'COMPLETED', rows: 1 });
		}
		expect(await offered('getReportNames')).toEqual([
			{ name: 'Made', value: 'Made' },
			{ name: 'Subscribed', value: 'Subscribed' },
		]);
	});

	it('is empty where there is nothing yet', async () => {
		expect(await offered('getReportNames')).toEqual([]);
	});

	it('is watched together with names that were typed', async () => {
		const workflow = watchSandbox(sandbox, {
			event: 'newReport',
			pickedReportNames: ['One, two'],
			reportNames: 'Three*',
		});
		await workflow.activate();
		for (const reportName of ['One, two', 'One', 'Three and four']) {
			await sandbox.control.makeReport({ reportName, status: 'COMPLETED', rows: 1 });
		}
		const names = (await workflow.poll()).map(({ reportName }) => reportName);
		expect(names.sort()).toEqual(['One, two', 'Three and four']);
	});
});
