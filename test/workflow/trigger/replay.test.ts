import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import type { ReportStatus } from '../../../sandbox/reporting/report';
import type { PollingWorkflow } from '../../support/polling';
import { setAttempts, setPortion } from '../../support/patience';
import { useSandbox } from '../../support/sandbox';
import { Invoices } from './invoices';
import { triggerParameters, watchSandbox } from './watch';

beforeEach(() => setAttempts(1));

const sandbox = useSandbox('each');
const invoices = new Invoices(sandbox);

const parametersOf = (more: IDataObject, replayFrom = ''): IDataObject => ({
	event: 'invoiceStatusChanged',
	...more,
	options: { ...(more.options as IDataObject), replayFrom },
});

/** The user enters a date (or removes it) and publishes the workflow again. */
const ask = async (workflow: PollingWorkflow, more: IDataObject, replayFrom?: string) =>
	await workflow.restart({ parameters: triggerParameters(parametersOf(more, replayFrom)) });

const make = async (reportName: string, status: ReportStatus = 'COMPLETED') =>
	await sandbox.control.makeReport({ reportName, status, rows: 2 });

const isReplay = ({ isReplay: again }: IDataObject) => again === true;
const ids = (events: IDataObject[]) => events.map(({ eventId }) => eventId).sort();
const soon = async () => await new Promise((resolve) => setTimeout(resolve, 5));

/** A trigger that has handed over what happened to some invoices, in two halves; the moment between them. */
async function lived() {
	await invoices.create('OLD');
	await invoices.create('PAST');
	await invoices.pay('PAST');
	await soon();
	const workflow = watchSandbox(sandbox, parametersOf({}));
	await workflow.activate();
	await invoices.draft('A');
	await workflow.poll();
	await soon();
	const middle = new Date().toISOString();
	const before = workflow.events.length;
	await invoices.send('A');
	await invoices.pay('OLD', '40.00');
	await invoices.create('B');
	await workflow.poll();
	await invoices.pay('A');
	await invoices.pay('OLD');
	await invoices.cancel('B');
	await workflow.poll();
	return { workflow, middle, later: workflow.events.slice(before) };
}

describe('Hand over again from, in n8n against the sandbox', () => {
	it('hands over once more what happened since, with the same identifiers, and marks it', async () => {
		const { workflow, middle, later } = await lived();
		const count = workflow.events.length;
		await ask(workflow, {}, middle);
		for (let polls = 0; polls < 3; polls++) await workflow.poll();
		const again = workflow.events.slice(count);
		expect(again.every(isReplay)).toBe(true);
		expect(workflow.events.slice(0, count).some(isReplay)).toBe(false);
		expect(ids(again)).toEqual(ids(later));
		expect(ids(again).length).toBeGreaterThan(5);
	});

	it('is done once for each date, and not again after a restart or when the date is removed', async () => {
		const { workflow, middle, later } = await lived();
		await ask(workflow, {}, middle);
		const count = workflow.events.length;
		await workflow.poll();
		await workflow.restart();
		expect(workflow.events).toHaveLength(count);

		await ask(workflow, {}, '2020-01-01T00:00:00.000Z');
		await ask(workflow, {});
		await workflow.poll();
		const again = workflow.events.slice(count);
		expect(again.every(isReplay)).toBe(true);
		expect(again.map(({ invoiceNumber }) => invoiceNumber)).toContain('PAST');
		expect(again.length).toBeGreaterThan(later.length);
	});

	it('loses and doubles nothing where requests fail and n8n is killed on the way', async () => {
		const { workflow, later, middle } = await lived();
		setPortion(2);
		const count = workflow.events.length;
		const runs = workflow.executions.length;
		await ask(workflow, {}, middle);
		await invoices.create('LATE');
		for (let polls = 0; polls < 12; polls++) {
			await sandbox.control.fault({ kind: 'status', status: 503, times: 1, skip: polls % 5 });
			await workflow.poll();
			if (polls % 3 === 2) await workflow.restart().catch(() => undefined);
		}
		await sandbox.control.send('DELETE', '/faults');
		for (let polls = 0; polls < 6; polls++) await workflow.poll();
		const again = workflow.events.slice(count).filter(isReplay);
		expect(ids(again)).toEqual(ids(later));
		expect(workflow.executions.slice(runs).filter(({ length }) => length > 2)).toEqual([]);
	});

	it('keeps to the changes that are chosen, and begins when a poll has time for it', async () => {
		const { workflow, middle, later } = await lived();
		const count = workflow.events.length;
		const parameters = triggerParameters(parametersOf({ changes: ['paid'] }, middle));
		await workflow.restart({ parameters, budgetMs: 0 });
		expect(workflow.events).toHaveLength(count);
		await workflow.restart({ budgetMs: undefined });
		const paid = later.filter(({ change }) => change === 'paid');
		expect(ids(workflow.events.slice(count))).toEqual(ids(paid));
	});

	it('brings the past of a trigger that begins with a date', async () => {
		const { middle, later } = await lived();
		const timezone = 'America/New_York';
		// As the editor enters it.
		const entered = DateTime.fromISO(middle, { zone: timezone }).toISO({ includeOffset: false })!;
		const parameters = parametersOf({ options: { health: 'daily' } }, entered);
		const workflow = watchSandbox(sandbox, parameters, { timezone });
		await workflow.activate();
		const again = workflow.events;
		expect(again.pop()).toMatchObject({ event: 'health', events: later.length });
		expect(ids(again)).toEqual(ids(later));
		expect(again.every(isReplay)).toBe(true);
		expect(again[0].changedAt).toMatch(/-0[45]:00$/);
	});

	it('does not hand over the past of another account where the trigger starts over', async () => {
		const { workflow, middle } = await lived();
		await ask(workflow, {}, middle);
		const count = workflow.events.length;
		await workflow.restart({ credentialId: '2' });
		await workflow.poll();
		expect(workflow.events).toHaveLength(count);
	});

	it('hands over again the reports completed since, once, in portions and in order', async () => {
		setPortion(2);
		const more = { event: 'newReport', reportNames: 'R*' };
		await sandbox.control.send('PUT', '/dialect', { dialect: 'order=reversed' });
		const workflow = watchSandbox(sandbox, parametersOf(more));
		await workflow.activate();
		await make('R0');
		const { reportId } = await make('R1', 'RUNNING');
		await workflow.poll();
		await soon();
		const middle = new Date().toISOString();
		await sandbox.control.setReportStatus(reportId, 'COMPLETED');
		for (const name of ['R2', 'R3', 'Other']) await make(name);
		await workflow.poll();
		await workflow.poll();
		expect(workflow.events).toHaveLength(4);
		await ask(workflow, more, middle);
		for (const name of ['R4', 'R5']) await make(name);
		for (let polls = 0; polls < 4; polls++) await workflow.poll();
		expect(workflow.executions.filter(({ length }) => length > 2)).toEqual([]);
		const events = workflow.events.slice(4);
		expect(events.filter(isReplay).map(({ reportName }) => reportName)).toEqual(['R1', 'R2', 'R3']);
		const fresh = events.filter((event) => !isReplay(event));
		expect(fresh.map(({ reportName }) => reportName).sort()).toEqual(['R4', 'R5']);
		expect(ids(events.filter(isReplay))).toEqual(ids(workflow.events.slice(1, 4)));
		await workflow.restart();
		await workflow.poll();
		expect(workflow.events).toHaveLength(9);
	});

	it('goes on with reports after a list that is not found, and names those that are gone', async () => {
		setPortion(1);
		const more = { event: 'newReport' };
		const ids: string[] = [];
		for (const name of ['R1', 'R2', 'R3']) ids.push((await make(name)).reportId);
		const yesterday = new Date(Date.now() - 86_400_000).toISOString();
		const workflow = watchSandbox(sandbox, parametersOf(more));
		await workflow.activate();
		await ask(workflow, more, yesterday);
		const path = '/reporting/v3/reports';
		await sandbox.control.fault({ kind: 'status', status: 503, times: 1, skip: 1, path });
		await workflow.poll();
		expect(workflow.errors).toMatchObject([{ context: { status: 503 } }]);
		await sandbox.control.fault({ kind: 'status', status: 404, times: 2, path });
		for (let polls = 0; polls < 2; polls++) await workflow.poll();
		expect(workflow.events.map(({ reportName }) => reportName)).toEqual(['R1', 'R2']);
		await sandbox.control.setReportStatus(ids[2], 'RERUN');
		await workflow.poll();
		const notice = expect.stringContaining(
			`no longer lists these reports, so they are not`,
		) as string;
		expect(workflow.state).toMatchObject({ watch: { notice, replay: { isDone: true } } });
	});

	it('waits for the content of a report that is handed over again, as it does otherwise', async () => {
		const more = { event: 'newReport', download: true, output: 'rows' };
		const { reportId } = await make('Rows');
		const workflow = watchSandbox(sandbox, parametersOf(more));
		await workflow.activate();
		const path = `/reporting/v3/reports/${reportId}`;
		await sandbox.control.fault({ kind: 'status', status: 503, times: 1, path });
		await ask(workflow, more, '2020-01-01');
		expect(workflow.events).toEqual([]);
		const rows = await workflow.poll();
		expect(rows).toMatchObject([
			{ reportName: 'Rows', isReplay: true },
			{ reportName: 'Rows', isReplay: true },
		]);
		expect(await workflow.poll()).toEqual([]);
	});

	it.each([
		['"soon" is not a date', 'soon'],
		['"2999-01-01" is in the future', '2999-01-01'],
	])('refuses what is no moment in the past before anything is sent: %s', async (words, date) => {
		const workflow = watchSandbox(sandbox, parametersOf({}, date));
		await expect(workflow.activate()).rejects.toThrow(`Replay From: ${words}`);
		expect(await sandbox.control.requests()).toEqual([]);
	});
});
