import { DateTime } from 'luxon';

import { expectNothingWrong, useEditor } from './support/useEditor';
import { chain, manual, reporting } from './support/workflow';

const NODE = 'Merchant Reporting';

/** In one window, one after the other: each takes up where the one before ended. */
describe('someone who works with reports in the editor', () => {
	const n8n = useEditor('reporting');

	const open = async (name: string, parameters: object) => {
		const step = reporting(n8n.instance.credential, { ...parameters });
		const { id } = await n8n.instance.client.addWorkflow(chain(name, [manual, step]));
		await n8n.editor.openWorkflow(id);
		await n8n.editor.openNode(NODE);
	};

	test('picks two days, and the last one counts in full', async () => {
		await open('Days', { resource: 'netFunding', operation: 'get', period: 'custom' });
		const first = DateTime.utc().minus({ months: 1 }).startOf('month');
		const last = first.plus({ days: 8 });
		await n8n.editor.fillDay('periodStart', first.toISODate());
		await n8n.editor.fillDay('periodEnd', last.toISODate());
		await n8n.editor.searchField('periodTimeZone', 'gmt');
		await n8n.editor.pick('GMT');
		await n8n.instance.sandbox.control.clearRequests();
		await n8n.editor.execute();
		await n8n.window.picture('reporting period');
		const requests = await n8n.instance.sandbox.control.requests('/reporting/v3/net-fundings');
		const query = new URL(requests[0].url, 'http://sandbox').searchParams;
		expect(Date.parse(query.get('startTime') ?? '')).toBe(first.toMillis());
		const untilMidnight =
			first.plus({ days: 9 }).toMillis() - Date.parse(query.get('endTime') ?? '');
		expect([0, 1]).toContain(untilMidnight);
		expect(await n8n.editor.outputText()).toContain('currency');
	});

	test('sees at once whether rows follow a batch, and reads the whole description of each output', async () => {
		const fields = ['Request.RequestID', 'BillTo.City', 'PaymentData.Amount'];
		const { reportId } = await n8n.instance.sandbox.control.makeReport({
			...{ reportName: 'Large', reportFields: fields, rows: 12 },
		});
		await open('First batch', {
			...{ resource: 'report', operation: 'fetch', output: 'oneBatch', batchSize: 5, cursor: '' },
			report: { __rl: true, mode: 'id', value: reportId },
		});
		await n8n.editor.searchField('output', '');
		expect(await n8n.editor.cutOffDescriptions()).toEqual([]);
		await n8n.editor.pick('One Batch of Rows');
		const labels = await n8n.editor.fieldLabels();
		expect(labels.slice(labels.indexOf('Output'))).toEqual(
			expect.arrayContaining(['Cursor', 'Rows per Batch']),
		);
		expect(labels).not.toContain('Put Output File in Field');
		await n8n.editor.execute();
		await n8n.window.picture('one batch');
		const shown = await n8n.editor.outputText();
		expect(shown.indexOf('nextCursor')).toBeGreaterThan(0);
		expect(shown.indexOf('nextCursor')).toBeLessThan(shown.indexOf(fields[0]));
	});

	expectNothingWrong(n8n);
});
