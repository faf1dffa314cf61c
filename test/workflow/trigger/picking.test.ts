import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { searched } from '../../support/canary';
import { editorOf } from '../../support/editor';
import { useSandbox } from '../../support/sandbox';
import { triggerNode, triggerParameters } from './watch';

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
				reportName: 'Subscribed',
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

	it('is of the organization that is chosen, and empty where there is nothing yet', async () => {
		const options = { organizationId: 'merchant_one' };
		expect(await offered('getReportNames', { event: 'newReport', options })).toEqual([]);
		for (const { url } of await sandbox.control.requests())
			expect(url).toContain('organizationId=merchant_one');
	});
});
