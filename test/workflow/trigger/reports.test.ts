import type { IDataObject } from 'n8n-workflow';

import type { PollingOptions } from '../../support/polling';
import { setAttempts, setPortion } from '../../support/patience';
import { type FaultToPlant, useSandbox } from '../../support/sandbox';
import { json, startServer } from '../../support/server';
import { Invoices } from './invoices';
import { triggerParameters, useMovableClock, watchSandbox } from './watch';

beforeEach(() => setAttempts(1));

const HOUR = 3_600_000;
const clock = useMovableClock();
const sandbox = useSandbox('each');

const watch = (parameters: IDataObject = {}, options: Partial<PollingOptions> = {}) =>
	watchSandbox(sandbox, { event: 'newReport', ...parameters }, options);

const names = (events: Array<Record<string, unknown>>) =>
	events.map(({ reportName }) => reportName).sort();

const COMPLETED = { status: 'COMPLETED', rows: 3 } as const;

const complete = async (reportName: string, more = {}) =>
	await sandbox.control.makeReport({ reportName, ...COMPLETED, ...more });

const planted = async (reportId: string, fault: FaultToPlant) =>
	await sandbox.control.fault({ ...fault, path: `/reporting/v3/reports/${reportId}` });

const ofInvoices = (options: IDataObject) => ({ event: 'invoiceStatusChanged', options });

describe('New available report, in n8n against the sandbox', () => {
	it('hands over each report that becomes available once, and nothing of the past', async () => {
		await complete('Old');
		const workflow = watch();
		await workflow.activate();
		await complete('New');
		const slow = await sandbox.control.makeReport({ reportName: 'Slow', status: 'RUNNING' });
		const [event] = await workflow.poll();
		expect(event).toMatchObject({ reportName: 'New', status: 'COMPLETED' });
		expect(Object.keys(event).slice(0, 4)).toEqual([
			'reportName',
			'reportStartTime',
			'reportEndTime',
			'status',
		]);
		expect(event).not.toHaveProperty('_links');
		expect(await workflow.poll()).toEqual([]);

		await sandbox.control.setReportStatus(slow.reportId, 'COMPLETED');
		expect(names(await workflow.poll())).toEqual(['Slow']);
		expect(await workflow.poll()).toEqual([]);
	});

	it('gives its times in the zone of the workflow, however the service writes them', async () => {
		const workflow = watch({}, { timezone: 'America/New_York' });
		await workflow.activate();
		const { reportEndTime } = await complete('Zoned');
		const [event] = await workflow.poll();
		for (const name of ['reportStartTime', 'reportEndTime', 'queuedTime', 'reportCompletedTime'])
			expect(event[name]).toMatch(/T[\d:.]+-0[45]:00$/);
		expect(Date.parse(event.reportEndTime as string)).toBe(Date.parse(reportEndTime));
		await sandbox.control.send('PUT', '/dialect', { dialect: { timeFormat: 'offset' } });
		const [item] = await workflow.example();
		expect(item.json).toMatchObject(event);
	});

	it.each([
		['a flood in portions', 2, {}, [2, 2, 1]],
		['what is ready when the time n8n allows is used up', 1000, { budgetMs: 0 }, [1, 1, 1, 1, 1]],
	])('hands over %s, none twice', async (_what, portion, options, lengths) => {
		setPortion(portion);
		const workflow = watch({}, options);
		await workflow.activate();
		const made = ['F1', 'F2', 'F3', 'F4', 'F5'];
		for (const reportName of made) await complete(reportName);
		for (const length of lengths) expect(await workflow.poll()).toHaveLength(length);
		expect(names(workflow.events)).toEqual(made);
		expect(await workflow.poll()).toEqual([]);
	});

	it('keeps to names and statuses asked for, and gives no other one if they change later', async () => {
		const workflow = watch({
			pickedReportNames: ['Alarm, all'],
			reportNames: 'Daily *, Never',
			reportStatuses: ['COMPLETED', 'ERROR', 'NO_DATA'],
			download: true,
			output: 'file',
		});
		await workflow.activate();
		await complete('Daily sales');
		await complete('Alarm, all', { status: 'ERROR' });
		await complete('Daily empty', { status: 'NO_DATA' });
		await complete('Alarm');
		expect(names(await workflow.poll())).toEqual(['Alarm, all', 'Daily empty', 'Daily sales']);
		await workflow.restart({ parameters: triggerParameters({ event: 'newReport' }) });
		expect(workflow.events).toHaveLength(3);
	});

	it('names the report on each row, and gives the details of one without rows', async () => {
		const options = { addColumns: ['period'] };
		const plain = watch({ download: true, output: 'rows', options });
		await plain.activate();
		const made = [];
		for (const reportName of ['First', 'Second']) {
			made.push(await complete(reportName));
		}
		await complete('Without', { rows: 0 });
		const rows = await plain.poll();
		const [without] = rows.splice(-1);
		expect(without).toMatchObject({ reportName: 'Without', status: 'COMPLETED' });
		expect(without).not.toHaveProperty('contentError');
		expect(
			rows.map(({ reportName, reportId, periodEnd }) => [reportName, reportId, periodEnd]),
		).toEqual(
			made.flatMap(({ reportName, reportId, reportEndTime }) =>
				Array<unknown>(3).fill([reportName, reportId, reportEndTime]),
			),
		);
	});

	it('brings the file or the totals as the Reporting node does', async () => {
		const file = watch({ download: true, output: 'file' });
		const totals = watch({ download: true, output: 'totals' });
		await file.activate();
		await totals.activate();
		await complete('With rows');
		await file.poll();
		const [item] = file.executions[0];
		expect(item.json).toMatchObject({ reportName: 'With rows', status: 'COMPLETED' });
		expect(item.binary!.data.fileName).toContain('With');
		expect(await totals.poll()).toMatchObject([{ report: { reportName: 'With rows' } }]);
	});

	it.each([401, 404, 429, 503])(
		'keeps a report whose download fails in passing (%i) for the next poll, and loses none beside it',
		async (status) => {
			const workflow = watch({ download: true, output: 'file' });
			await workflow.activate();
			const made = [];
			for (const reportName of ['W1', 'W2', 'W3']) {
				made.push(await complete(reportName));
			}
			await planted(made[0].reportId, { kind: 'status', status, times: 1 });
			await sandbox.control.clearRequests();
			const first = names(await workflow.poll());
			expect(first).not.toContain('W1');
			// One 429 stops the round: the service has asked for a pause.
			if (status === 429) expect(await sandbox.control.requests()).toHaveLength(2);
			expect(workflow.errors).toEqual([]);
			await workflow.poll();
			expect(names(workflow.events)).toEqual(['W1', 'W2', 'W3']);
			expect(workflow.executions.flat().every(({ binary }) => binary !== undefined)).toBe(true);
			expect(await workflow.poll()).toEqual([]);
		},
	);

	it.each<[string, FaultToPlant]>([
		['is cut off', { kind: 'cutOff', afterBytes: 90, times: 1 }],
		['is a page of HTML', { kind: 'contentType', times: 1 }],
		[
			'is a page of HTML under the type of a report',
			{ kind: 'contentType', contentType: 'text/csv', times: 1 },
		],
	])('keeps a report whose download %s, whatever the output', async (_, fault) => {
		for (const output of ['rows', 'file', 'totals', 'workbook']) {
			const workflow = watch({ download: true, output });
			await workflow.activate();
			const reportName = `Later as ${output}`;
			const { reportId } = await complete(reportName);
			await planted(reportId, fault);
			expect(await workflow.poll()).toEqual([]);
			expect(workflow.state).toMatchObject({
				watch: { state: { waiting: { [`COMPLETED ${reportId}`]: { attempts: 1 } } } },
			});
			const events = await workflow.poll();
			expect(events.length).toBeGreaterThan(0);
			expect(events.filter((event) => 'contentError' in event)).toEqual([]);
			expect(workflow.state).toHaveProperty('watch.state.waiting', {});
			expect(workflow.errors).toEqual([]);
		}
	});

	it.each([400, 403, 409, 410])(
		'hands over the event with the error in it, and does not wait, when the content is refused (%i)',
		async (status) => {
			const workflow = watch({ download: true, output: 'rows' });
			await workflow.activate();
			const { reportId } = await complete('No');
			await planted(reportId, { kind: 'status', status, times: 9 });
			expect(await workflow.poll()).toMatchObject([
				{
					reportName: 'No',
					contentError: {
						message: expect.stringContaining('Download report No') as string,
						description: expect.any(String) as string,
					},
				},
			]);
			expect(await workflow.poll()).toEqual([]);
		},
	);

	it.each(['', '2020-01-01'])(
		'gives up waiting for content after a day, and says why, replayed from "%s"',
		async (replayFrom) => {
			const workflow = watch({ download: true, options: { replayFrom } });
			if (replayFrom === '') await workflow.activate();
			const { reportId } = await complete('Never');
			await planted(reportId, { kind: 'status', status: 503, times: 100 });
			if (replayFrom !== '') await workflow.activate();
			expect(await workflow.poll()).toEqual([]);
			clock.ahead += 20 * HOUR;
			// The day begins with the first attempt, however often it is tried in between.
			expect(await workflow.poll()).toEqual([]);
			clock.ahead += 5 * HOUR;
			expect(await workflow.poll()).toMatchObject([
				{
					reportName: 'Never',
					contentError: { message: expect.stringContaining('Never') as string },
				},
			]);
			expect(await workflow.poll()).toEqual([]);
		},
	);

	const ofOther = (parameters: IDataObject) => ({
		parameters: triggerParameters({ event: 'newReport', ...parameters }),
	});

	it.each<[string, () => Partial<PollingOptions>]>([
		['credential', () => ({ credentialId: '2' })],
		['address', () => ({ address: sandbox.address.replace('127.0.0.1', 'localhost') })],
		['organization', () => ofOther({ options: { organizationId: 'merchant_one' } })],
		['organization in it', () => ({ credential: { organizationId: 'merchant_one' } })],
		['event', () => ofOther({ event: 'invoiceStatusChanged' })],
	])(
		'starts over for another %s, without replay, and says so in the next output',
		async (_, change) => {
			const workflow = watch();
			await workflow.activate();
			await complete('One');
			await workflow.poll();
			await complete('Two');
			await workflow.restart();
			expect(names(workflow.events)).toEqual(['One', 'Two']);
			await workflow.restart(change());
			expect(workflow.events).toHaveLength(2);
			const make = async (name: string) => {
				await complete(name);
				await new Invoices(sandbox).create(name);
			};
			await make('Three');
			await make('Four');
			const [three, four] = await workflow.poll();
			expect(three.triggerNotice).toContain('started over because');
			expect(four).not.toHaveProperty('triggerNotice');
			await make('Five');
			expect((await workflow.poll())[0]).not.toHaveProperty('triggerNotice');
		},
	);

	it.each<[string, FaultToPlant]>([
		['connection', { kind: 'drop', times: 1 }],
		['too many requests', { kind: 'status', status: 429, times: 1 }],
	])('loses nothing to a poll that fails, and says why: %s', async (why, fault) => {
		const workflow = watch();
		await workflow.activate();
		await complete('Later');
		await sandbox.control.fault(fault);
		expect(await workflow.poll()).toEqual([]);
		expect(workflow.errors[0]).toMatchObject({
			message: expect.stringContaining(why) as string,
			description: expect.stringContaining('Nothing is lost; the next poll tries again.') as string,
		});
		expect(names(await workflow.poll())).toEqual(['Later']);
	});

	it.each([
		['application/xml', 'application/xml'],
		[null, 'text/csv, application/xml;q=0.9'],
	])('reads a report as a service may write it, of the type %s', async (reportMimeType, accept) => {
		const reportCompletedTime = new Date().toISOString();
		const ofDay = { reportId: 7, status: 'Completed', reportEndTime: '2026-03-01' };
		let listed: IDataObject[] = [];
		const server = await startServer(({ url }, response) => {
			if (url.includes('?')) return json(response, 200, { reportSearchResults: listed });
			response.writeHead(200, { 'content-type': 'application/xml' }).end('<Report/>');
		});
		const way = { address: server.address, timezone: 'America/New_York' };
		const workflow = watch({ download: true, output: 'file' }, way);
		await workflow.activate();
		listed = [{ ...ofDay, reportMimeType, reportCompletedTime }];
		expect(await workflow.poll()).toMatchObject([
			{ ...ofDay, reportId: '7', eventId: `7:COMPLETED:${reportCompletedTime}` },
		]);
		expect(server.received.at(-1)?.headers.accept).toBe(accept);
		expect(workflow.executions[0][0].binary!.data.mimeType).toBe('application/xml');
		await server.stop();
	});

	it('fails rather than take an answer without a list for an empty one, and promises nothing at first', async () => {
		const server = await startServer((_, response) => json(response, 200, { greeting: 'hello' }));
		const workflow = watch({}, { address: server.address });
		await expect(workflow.activate()).rejects.toMatchObject({
			message: 'Watch reports: the response has no list "reportSearchResults"',
			description: expect.stringMatching(/^Check the address/) as string,
		});
		expect(workflow.state).toEqual({});
		await server.stop();
	});

	it('shows the newest report as an example and leaves the state alone', async () => {
		await complete('Older');
		await new Promise((resolve) => setTimeout(resolve, 5));
		await complete('Shown');
		const workflow = watch();
		const [item] = await workflow.example();
		expect(item.json).toMatchObject({ reportName: 'Shown' });
		expect(workflow.state).toEqual({});
		await expect(watch({ reportNames: 'Nobody' }).example()).rejects.toMatchObject({
			message: 'No report to show as an example',
			description: expect.stringMatching(/^None of the 2 reports/) as string,
		});
	});

	it('reports an organization that the service does not know, when activated and in the editor', async () => {
		const workflow = watch({ options: { organizationId: 'merchant_one' } });
		await sandbox.control.fault({
			kind: 'status',
			status: 404,
			path: '/reporting/v3/*',
			times: 100,
		});
		const unknown = {
			message: expect.stringContaining('does not know organization merchant_one') as string,
			description: expect.stringContaining('Organization ID') as string,
		};
		await expect(workflow.example()).rejects.toMatchObject(unknown);
		await expect(workflow.activate()).rejects.toMatchObject(unknown);
		expect(workflow.state).toEqual({});
	});

	it('waits for the first report of an organization that has none, with one request more at first', async () => {
		const workflow = watch();
		await workflow.activate();
		expect((await sandbox.control.requests()).map(({ url }) => url.split('?')[0])).toEqual([
			'/reporting/v3/reports',
			'/reporting/v3/report-definitions',
		]);
		await sandbox.control.clearRequests();
		expect(await workflow.poll()).toEqual([]);
		expect(await sandbox.control.requests()).toHaveLength(1);
		await expect(workflow.example()).rejects.toMatchObject({
			description: expect.stringContaining('of the organization of the credential') as string,
		});
	});

	it.each([
		['Due Soon Means (Days): 366 is not a whole number', ofInvoices({ dueWithinDays: 366 })],
		['Report Status', { reportStatuses: [] }],
		['Trigger On: "fullMoon" is not one of the choices', { event: 'fullMoon' }],
		['Report Status: "DONE" is not one of the choices', { reportStatuses: ['DONE'] }],
		[
			'Changes: "payed" is not one of the choices',
			{ ...ofInvoices({}), changes: ['payed', 'paid'] },
		],
	])('refuses %s before anything is sent', async (words, parameters) => {
		await expect(watch(parameters).activate()).rejects.toThrow(words);
		expect(await sandbox.control.requests()).toEqual([]);
	});
});
