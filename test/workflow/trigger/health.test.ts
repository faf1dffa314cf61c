import { BinaryDataService } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import { setAttempts, setPortion } from '../../support/patience';
import { useSandbox } from '../../support/sandbox';
import { Invoices } from './invoices';
import { useMovableClock, watchSandbox } from './watch';

beforeEach(() => setAttempts(1));

const MINUTE = 60_000;
const DAY = 86_400_000;

const clock = useMovableClock();

const sandbox = useSandbox('each');
const invoices = new Invoices(sandbox);

const parametersOf = (health: string, more: IDataObject = {}): IDataObject => ({
	event: 'invoiceStatusChanged',
	...more,
	options: { health, ...(more.options as IDataObject) },
});
const watch = (health: string, more: IDataObject = {}) =>
	watchSandbox(sandbox, parametersOf(health, more));

const isHealth = ({ event }: IDataObject) => event === 'health';

describe('Health items, in n8n against the sandbox', () => {
	it('come when the trigger begins and once a day, and say that all is fine', async () => {
		const workflow = watch('daily');
		await workflow.activate();
		const began = workflow.events[0];
		expect(began).toMatchObject({
			event: 'health',
			polls: 1,
			events: 0,
		});
		expect(began.requests).toBe((await sandbox.control.requests()).length);
		expect(Math.abs(Date.parse(began.watchedSince as string) - Date.now())).toBeLessThan(MINUTE);

		await invoices.create('A');
		const first = await workflow.poll();
		expect(first.filter(isHealth)).toEqual([]);
		clock.ahead += DAY - MINUTE;
		expect(await workflow.poll()).toEqual([]);
		clock.ahead += 2 * MINUTE;
		await sandbox.control.clearRequests();
		const [item, ...others] = await workflow.poll();
		expect(others).toEqual([]);
		expect(item).toMatchObject({
			event: 'health',
			polls: 3,
			events: first.length,
			watchedSince: began.watchedSince,
		});
		expect(await workflow.poll()).toEqual([]);
	});

	it('name the invoices that the service does not give, when there are some and when they are served', async () => {
		const numbers = ['GOOD', 'BAD', 'GONE'];
		for (const number of numbers) await invoices.create(number);
		const workflow = watch('changes');
		await workflow.activate();
		const daily = watch('daily');
		await daily.activate();
		for (const number of numbers) await invoices.pay(number);
		const refused = { kind: 'status', path: '/invoicing/v2/invoices/BAD' } as const;
		await sandbox.control.fault({ ...refused, status: 500, times: 2 });
		const gone = { ...refused, path: '/invoicing/v2/invoices/GONE' };
		await sandbox.control.fault({ ...gone, status: 404, times: 100 });
		const polled = await workflow.poll();
		expect(polled).toMatchObject([
			{ invoiceNumber: 'GOOD', change: 'paid' },
			{
				event: 'health',
				isHealthy: false,
				message: 'These could not be read yet: BAD.',
				quarantine: [
					{ name: 'BAD', attempts: 1, reason: expect.stringContaining('BAD') as string },
				],
			},
		]);
		expect((await daily.poll()).filter(isHealth)).toEqual([]);
		expect(await workflow.poll()).toMatchObject([
			{ invoiceNumber: 'BAD', change: 'paid' },
			{ event: 'health', isHealthy: true },
		]);
		expect(await workflow.poll()).toEqual([]);
	});

	it.each([
		['invoiceStatusChanged', 2, 'Watch invoices'],
		['newReport', 2, 'Watch reports'],
	])(
		'report failed polls and their reason once polls succeed again, and then that all is fine: %s',
		async (event, times, words) => {
			const workflow = watch('changes', { event });
			await workflow.activate();
			await sandbox.control.fault({ kind: 'status', status: 503, times });
			await workflow.poll();
			await workflow.poll();
			expect(workflow.errors).toHaveLength(2);
			const [item] = await workflow.poll();
			expect(item).toMatchObject({
				event: 'health',
				isHealthy: false,
				polls: 3,
				failedPolls: 2,
				message: expect.stringMatching(/^2 of 3 polls failed, the last one with "/) as string,
				lastError: { message: expect.stringContaining(words) as string },
			});
			expect(await workflow.poll()).toMatchObject([
				{ event: 'health', isHealthy: true, message: 'Everything is fine.' },
			]);
			expect(await workflow.poll()).toEqual([]);
		},
	);

	it.each([
		[600, 9],
		// As long as that no poll may wait.
		[100, 1],
		[86_400, 59],
	])(
		'and everything else wait as long as the service asks for, but no hour: %i s',
		async (retryAfter, minutes) => {
			setAttempts(2);
			await invoices.create('A');
			const workflow = watchSandbox(sandbox, parametersOf('changes'), { budgetMs: 10_533 });
			await workflow.activate();
			await invoices.pay('A');
			await sandbox.control.fault({ kind: 'status', status: 503, retryAfter, times: 2 });
			expect(await workflow.poll()).toEqual([]);
			expect(workflow.errors).toHaveLength(1);
			await sandbox.control.clearFaults();
			await sandbox.control.clearRequests();
			clock.ahead += minutes * MINUTE;
			expect(await workflow.poll()).toEqual([]);
			expect(await sandbox.control.requests()).toEqual([]);
			clock.ahead += 2 * MINUTE;
			expect((await workflow.poll())[0]).toMatchObject({ invoiceNumber: 'A', change: 'paid' });
		},
	);

	it.each([
		['ENOSPC: no space left on device, write', 'n8n could not store the file: ENOSPC'],
		// n8n says some errors in words of its own.
		['EACCES: permission denied, open', 'Forbidden by access permissions'],
	])('fail the poll with the reason why n8n cannot store a report: %s', async (message, shown) => {
		const store = jest.spyOn(BinaryDataService.prototype, 'store');
		const workflow = watch('changes', { event: 'newReport', download: true, output: 'file' });
		await workflow.activate();
		await sandbox.control.makeReport({ reportName: 'R', status: 'COMPLETED', rows: 1 });
		store.mockRejectedValueOnce(new Error(message));
		expect(await workflow.poll()).toEqual([]);
		expect(workflow.errors).toHaveLength(1);
		expect(workflow.errors[0].message).toContain(shown);
		expect((await workflow.poll())[0]).toMatchObject({ reportName: 'R' });
	});

	it('count what waits for the next polls', async () => {
		setPortion(1);
		const workflow = watch('changes');
		for (const number of ['W1', 'W2', 'W3']) await invoices.draft(number);
		await workflow.activate();
		for (const number of ['W1', 'W2', 'W3']) await invoices.send(number);
		expect((await workflow.poll()).at(-1)).toMatchObject({
			event: 'health',
			isHealthy: true,
			backlog: 2,
			message: '2 wait for the next polls.',
		});
		await workflow.poll();
		expect((await workflow.poll()).at(-1)).toMatchObject({ event: 'health', backlog: 0 });
	});

	it('name the reports whose content cannot be read', async () => {
		const workflow = watch('changes', { event: 'newReport', download: true, output: 'file' });
		await workflow.activate();
		const late = { reportName: 'Late', status: 'COMPLETED', rows: 1 } as const;
		const { reportId } = await sandbox.control.makeReport(late);
		const path = `/reporting/v3/reports/${reportId}`;
		await sandbox.control.fault({ kind: 'status', status: 503, times: 1, path });
		expect(await workflow.poll()).toMatchObject([
			{
				event: 'health',
				backlog: 0,
				quarantine: [
					{ name: reportId, attempts: 1, reason: expect.stringContaining('Late') as string },
				],
			},
		]);
		const events = await workflow.poll();
		expect(events).toMatchObject([{ reportName: 'Late' }, { event: 'health', isHealthy: true }]);
	});
});
