import type { IDataObject } from 'n8n-workflow';

import { PollingWorkflow } from '../../support/polling';
import { startServer } from '../../support/server';
import { triggerNode, triggerParameters } from './watch';

/** What the service lists, in its own words: JSON.stringify would have fewer digits. */
let listed: string;

async function watch(parameters: IDataObject = {}): Promise<PollingWorkflow> {
	const server = await startServer(({ url }, response) => {
		const isList = url.startsWith('/reporting/v3/reports?');
		response.writeHead(200, { 'content-type': isList ? 'application/json' : 'text/csv' });
		response.end(isList ? `{"reportSearchResults":[${listed}]}` : `A,B\n${url},1\n`);
	});
	stops.push(async () => await server.stop());
	const workflow = new PollingWorkflow({
		node: triggerNode,
		address: server.address,
		token: 'any-token',
		parameters: triggerParameters({ event: 'newReport', ...parameters }),
	});
	listed = '';
	await workflow.activate();
	return workflow;
}

const stops: Array<() => Promise<void>> = [];
afterEach(async () => {
	for (const stop of stops.splice(0)) await stop();
});

const report = (reportId: string, reportCompletedTime = new Date().toISOString()): string =>
	`{"reportId":${reportId},"reportName":"Daily","status":"COMPLETED","reportCompletedTime":"${reportCompletedTime}"}`;

it('every digit of an identifier that is a number is in the event and in the download', async () => {
	const workflow = await watch({ download: true, output: 'rows' });
	listed = [report('90071992547409931234'), report('90071992547409931235')].join();
	expect(await workflow.poll()).toMatchObject([
		{ A: '/reporting/v3/reports/90071992547409931234', reportId: '90071992547409931234' },
		{ A: '/reporting/v3/reports/90071992547409931235', reportId: '90071992547409931235' },
	]);
	expect(await workflow.poll()).toEqual([]);
});
