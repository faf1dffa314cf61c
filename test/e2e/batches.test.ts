import { Window } from './support/browser';
import { Editor } from './support/editor';
import { Instance } from './support/instance';
import { chain, manual, reporting } from './support/workflow';

const NODE = 'Merchant Reporting';
const FIELDS = ['Request.RequestID', 'BillTo.City', 'PaymentData.Amount'];

/** In one window, one after the other: each takes up where the one before ended. */
describe('someone who reads a report batch after batch in the editor', () => {
	let instance: Instance;
	let window: Window;
	let editor: Editor;
	let reportId: string;

	beforeAll(async () => {
		instance = await Instance.start('batches');
		({ reportId } = await instance.sandbox.control.makeReport({
			reportName: 'Large',
			reportFields: FIELDS,
			rows: 12,
		}));
		window = await Window.open();
		editor = new Editor(window.page, instance.address);
		await editor.logIn();
		window.errors.length = 0;
	});
	afterAll(async () => {
		await window.close();
		await instance.stop();
	});

	const workflow = async (name: string, cursor: string) =>
		await instance.client.addWorkflow(
			chain(name, [
				manual,
				reporting(instance.credential, {
					resource: 'report',
					operation: 'fetch',
					report: { __rl: true, mode: 'id', value: reportId },
					output: 'oneBatch',
					batchSize: 5,
					cursor,
				}),
			]),
		);

	test('reads the whole description of each output, and sees at once whether rows follow', async () => {
		const { id } = await workflow('First batch', '');
		await editor.openWorkflow(id);
		await editor.openNode(NODE);
		await editor.searchField('output', '');
		expect(await editor.cutOffDescriptions()).toEqual([]);
		await editor.pick('One Batch of Rows');
		const labels = await editor.fieldLabels();
		expect(labels.slice(labels.indexOf('Output'))).toEqual(
			expect.arrayContaining(['Cursor', 'Rows per Batch']),
		);
		expect(labels).not.toContain('Put Output File in Field');
		await editor.execute();
		await window.picture('one batch');
		const shown = await editor.outputText();
		expect(shown.indexOf('nextCursor')).toBeGreaterThan(0);
		expect(shown.indexOf('nextCursor')).toBeLessThan(shown.indexOf(FIELDS[0]));
	});

	test('nothing went wrong in the browser or in n8n on our account', async () => {
		expect(window.errors).toEqual([]);
		expect(await instance.ourErrors()).toEqual([]);
	});
});
