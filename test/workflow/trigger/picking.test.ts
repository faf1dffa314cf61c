import { LoadOptionsContext } from 'n8n-core';
import type { IDataObject, INode, INodePropertyOptions } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { searched } from '../../support/canary';
import { additionalData, nodeTypesOf, testCredential } from '../../support/engine';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox';
import { Invoices } from './invoices';
import { triggerNode, triggerParameters, watchSandbox, WITH_STATUSES } from './watch';

let sandbox: TestSandbox;
let invoices: Invoices;
beforeEach(async () => {
	sandbox = await startTestSandbox();
	invoices = new Invoices(sandbox);
});
afterEach(async () => await sandbox.stop());

/** What a list of the editor offers, asked for as the editor does. */
async function offered(method: string, chosen: IDataObject = {}): Promise<INodePropertyOptions[]> {
	const parameters = triggerParameters(chosen);
	const node = {
		id: '1',
		name: 'Trigger',
		type: 'trigger',
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { merchantApi: { id: '1', name: 'Test' } },
	} as unknown as INode;
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: nodeTypesOf({ trigger: triggerNode }),
	});
	const data = additionalData(testCredential(sandbox));
	data.currentNodeParameters = parameters as never;
	const { loadOptions } = triggerNode.methods;
	const context = new LoadOptionsContext(workflow, node, data, '');
	return await searched('a dropdown', loadOptions[method].call(context));
}

const certain = (parameters: IDataObject) => ({
	event: 'invoiceStatusChanged',
	watch: 'numbers',
	...WITH_STATUSES,
	...parameters,
});
const told = (events: Array<Record<string, unknown>>) =>
	events.map(({ invoiceNumber, newStatus }) => [invoiceNumber, newStatus].join(' '));

describe('The list of invoices to watch', () => {
	it('offers those that are open, with what tells one from the other', async () => {
		await invoices.create('INV-10', { dueDate: '2035-01-31' });
		await invoices.draft('INV-9');
		await invoices.create('DONE');
		await invoices.pay('DONE');
		expect(await offered('getOpenInvoices')).toEqual([
			{ name: expect.stringMatching(/^INV-9 · Ann Example · 100\.00 USD · DRAFT/), value: 'INV-9' },
			{
				name: 'INV-10 · Ann Example · 100.00 USD · SENT · due 2035-01-31',
				value: 'INV-10',
			},
		]);
	});

	it('says what went wrong where the service does not answer', async () => {
		await sandbox.control.fault({ kind: 'status', status: 403, times: 100 });
		await expect(offered('getOpenInvoices')).rejects.toThrow('List open invoices');
	});

	it('is watched together with numbers that were typed, each once', async () => {
		for (const number of ['A', 'B', 'C']) await invoices.create(number);
		const workflow = watchSandbox(
			sandbox,
			certain({ pickedInvoices: ['A', 'B'], invoiceNumbers: 'B' }),
		);
		await workflow.activate();
		for (const number of ['A', 'B', 'C']) await invoices.pay(number);
		expect(told(await workflow.poll()).sort()).toEqual(['A PAID', 'B PAID']);
		await expect(watchSandbox(sandbox, certain({})).activate()).rejects.toThrow('Invoice Numbers');
	});
});

describe('A number that the service does not know', () => {
	it('keeps the workflow from being published, and is named', async () => {
		await invoices.create('RIGHT');
		const workflow = watchSandbox(sandbox, certain({ invoiceNumbers: 'RIGHT, WRNG, TYPO' }));
		await expect(workflow.activate()).rejects.toMatchObject({
			message: 'Invoice Numbers: the service has no invoice "WRNG", "TYPO"',
			description: expect.stringContaining('Allow Numbers That Do Not Exist Yet') as string,
		});
		expect(workflow.state).toEqual({});
	});

	it('that is added later stops nobody, and the next output names it', async () => {
		await invoices.create('RIGHT');
		const workflow = watchSandbox(sandbox, certain({ invoiceNumbers: 'RIGHT' }));
		await workflow.activate();
		await workflow.restart({
			parameters: triggerParameters(certain({ invoiceNumbers: 'RIGHT, WRNG' })),
		});
		await workflow.poll();
		await invoices.pay('RIGHT');
		const [event] = await workflow.poll();
		expect(event).toMatchObject({
			invoiceNumber: 'RIGHT',
			triggerNotice: 'The service has no invoice with this number: WRNG.',
		});
	});
});

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
		expect(await offered('getReportNames', { reportFilters: {} })).toEqual([]);
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

describe('A report name that nothing has', () => {
	it('is shown in the next output and in the health item, and the trigger waits for it', async () => {
		await sandbox.control.makeReport({ reportName: 'Daily', status: 'COMPLETED', rows: 1 });
		const workflow = watchSandbox(sandbox, {
			event: 'newReport',
			reportNames: 'Daily, Weekly, Funding *',
			options: { health: 'daily' },
		});
		await workflow.activate();
		const notice =
			'When the trigger began, no recent report and no subscription had this name: Weekly, Funding *.';
		expect(workflow.events).toMatchObject([{ event: 'health', notice }]);
		await sandbox.control.makeReport({ reportName: 'Weekly', status: 'COMPLETED', rows: 1 });
		expect(await workflow.poll()).toMatchObject([{ reportName: 'Weekly', triggerNotice: notice }]);
	});

	it('is not doubted where every name is known, at no further request', async () => {
		await sandbox.control.makeReport({ reportName: 'Daily', status: 'COMPLETED', rows: 1 });
		const workflow = watchSandbox(sandbox, { event: 'newReport', reportNames: 'Dai*' });
		await workflow.activate();
		expect(await sandbox.control.requests()).toHaveLength(1);
	});
});
