import { EVENT_COLUMNS } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/item';
import type { IDataObject } from 'n8n-workflow';

import type { PollingOptions } from '../../support/polling';
import { setAttempts, setPortion } from '../../support/patience';
import { useSandbox } from '../../support/sandbox';
import { triggerParameters, watchSandbox, WITH_STATUSES } from './watch';
import { Invoices } from './invoices';

beforeEach(() => setAttempts(1));

const sandbox = useSandbox('each');
const invoices = new Invoices(sandbox);

const watch = (parameters: IDataObject = {}, options: Partial<PollingOptions> = {}) =>
	watchSandbox(
		sandbox,
		{ event: 'invoiceStatusChanged', ...WITH_STATUSES, ...parameters },
		options,
	);

const told = (events: Array<Record<string, unknown>>) =>
	events.map(({ invoiceNumber, previousStatus, newStatus }) =>
		[invoiceNumber, previousStatus, newStatus].join(' '),
	);

describe('Invoice status changed, in n8n against the sandbox', () => {
	it('hands over each step of each invoice, in order, and nothing of the past', async () => {
		await invoices.create('OLD');
		const workflow = watch();
		await workflow.activate();
		expect(workflow.events).toEqual([]);

		await invoices.draft('A');
		await invoices.send('A');
		await invoices.pay('OLD', '40.00');
		await invoices.pay('OLD', '30.00');
		expect(told(await workflow.poll()).sort()).toEqual([
			'A  DRAFT',
			'A DRAFT SENT',
			'OLD PARTIAL PARTIAL',
			'OLD SENT PARTIAL',
		]);
		expect(workflow.events.filter((event) => 'triggerNotice' in event)).toEqual([]);
		expect(await workflow.poll()).toEqual([]);
	});

	it('gives one row of ten columns, and the whole invoice when asked for', async () => {
		const flat = watch({ itemOutput: 'simplified' });
		const full = watch({ itemOutput: 'raw' });
		await flat.activate();
		await full.activate();
		await invoices.create('ROW');
		const [row] = await flat.poll();
		expect(Object.keys(row)).toEqual(EVENT_COLUMNS.slice(0, 10));
		for (const value of Object.values(row)) expect(typeof value === 'object' && value).toBeFalsy();
		expect((await full.poll())[0]).toMatchObject({
			invoiceNumber: 'ROW',
			invoice: { id: 'ROW', invoiceHistory: expect.any(Array) as unknown },
		});
	});

	it('keeps to the changes, customers and amounts asked for', async () => {
		const workflow = watch({
			changes: ['paid', 'canceled'],
			invoiceFilters: { customers: 'ann@example.com', minimumAmount: '100.01' },
		});
		await workflow.activate();
		for (const [number, email, amount] of [
			['YES', 'Ann@example.com', '100.01'],
			['CHEAP', 'ann@example.com', '100.00'],
			['OTHER', 'bob@example.com', '500.00'],
		]) {
			await invoices.create(number, { email, amount });
			await invoices.pay(number);
		}
		expect(told(await workflow.poll())).toEqual(['YES SENT PAID']);
	});

	it.each([
		[['paid'], ['C SENT PAID']],
		[[], ['C  SENT', 'C SENT PAID']],
	])(
		'reports a chosen change alone, and any change of status where none is chosen: %j',
		async (changes, expected) => {
			const workflow = watch({ changes });
			await workflow.activate();
			await invoices.create('C');
			await workflow.poll();
			await invoices.pay('C');
			await workflow.poll();
			expect(told(workflow.events).sort()).toEqual(expected);
		},
	);

	it('refuses a change that there is not before anything is sent', async () => {
		await expect(watch({ changes: ['payed', 'paid'] }).activate()).rejects.toThrow(
			'Changes: there is no change "payed"',
		);
		expect(await sandbox.control.requests()).toEqual([]);
	});

	it.each([
		[{ start: 'everything' }, 5],
		[{ start: 'days', startDays: 3 }, 5],
		[{ start: 'now' }, 0],
	])('hands over what exists on first activation as chosen: %j', async (start, count) => {
		await invoices.create('X1');
		await invoices.create('X2');
		await invoices.pay('X2');
		await invoices.draft('X3');
		await invoices.draft('X4');
		setPortion(1);
		const workflow = watch(start);
		await workflow.activate();
		for (let polls = 0; polls < 6; polls++) await workflow.poll();
		expect(workflow.events).toHaveLength(count);
		expect(new Set(workflow.events.map(({ eventId }) => eventId)).size).toBe(count);
	});

	it('starts over without replay for another credential, and says so in the next output', async () => {
		await invoices.create('E1');
		const workflow = watch({ start: 'everything' });
		await workflow.activate();
		expect(workflow.events.length).toBeGreaterThan(0);
		const before = workflow.executions.length;
		await workflow.restart({ credentialId: '2' });
		expect(workflow.executions).toHaveLength(before);
		await invoices.pay('E1');
		const events = await workflow.poll();
		expect(told(events)).toEqual(['E1 SENT PAID']);
		expect(events[0].triggerNotice).toContain('started over because');
	});

	it('loses, drops and replays nothing when changes, filters or options change', async () => {
		for (const number of ['C1', 'C2', 'C3']) await invoices.create(number);
		setPortion(1);
		const workflow = watch({ changes: ['paid'] });
		await workflow.activate();
		for (const number of ['C1', 'C2', 'C3']) await invoices.pay(number);
		const first = told(await workflow.poll());
		expect(first).toHaveLength(1);
		await invoices.create('C4');
		setPortion(100);
		await workflow.restart({
			parameters: triggerParameters({
				event: 'invoiceStatusChanged',
				...WITH_STATUSES,
				start: 'everything',
				changes: ['sent', 'paid', 'overdue'],
				invoiceFilters: { currency: 'USD' },
			}),
		});
		await workflow.poll();
		expect(told(workflow.events).sort()).toEqual([
			'C1 SENT PAID',
			'C2 SENT PAID',
			'C3 SENT PAID',
			expect.stringMatching(/^C4 .*SENT$/),
		]);
	});

	it('takes up where it was after a restart', async () => {
		await invoices.create('R');
		const workflow = watch();
		await workflow.activate();
		await invoices.pay('R', '20.00');
		await workflow.poll();
		await invoices.pay('R', '20.00');
		await workflow.restart();
		expect(told(workflow.events)).toEqual(['R SENT PARTIAL', 'R PARTIAL PARTIAL']);
	});

	it('changes nothing and says why when a poll fails', async () => {
		await invoices.create('F');
		const workflow = watch();
		await workflow.activate();
		await invoices.pay('F');
		const saved = JSON.stringify(workflow.state);

		await sandbox.control.fault({ kind: 'status', status: 429, times: 1 });
		expect(await workflow.poll()).toEqual([]);
		expect(workflow.errors[0]).toMatchObject({
			context: { status: 429 },
		});
		type Saved = { watch: { state: { invoices: unknown } } };
		const before = JSON.parse(saved) as Saved;
		const after = JSON.parse(JSON.stringify(workflow.state)) as Saved;
		expect(after.watch.state.invoices).toEqual(before.watch.state.invoices);

		await sandbox.control.fault({ kind: 'status', status: 503, times: 1 });
		expect(told(await workflow.poll())).toEqual(['F SENT PAID']);
	});

	it('looks up 50 partly paid invoices in a poll at most, and the others in the next one', async () => {
		await invoices.bulk(60, 'PARTIAL');
		const workflow = watch();
		await workflow.activate();
		const lookedUp = new Set<string>();
		for (const polls of [1, 2]) {
			await sandbox.control.clearRequests();
			await workflow.poll();
			const paths = (await sandbox.control.requests()).map(({ url }) => url.split('?')[0]);
			const details = paths.filter((path) => /invoices\/./.test(path));
			expect([polls, details.length]).toEqual([polls, 50]);
			for (const path of details) lookedUp.add(path);
		}
		expect(lookedUp.size).toBe(60);
	});

	it('asks seven times in an idle poll: one page of each list', async () => {
		await sandbox.control.send('PUT', '/fraud-management', { enabled: true });
		await invoices.bulk(20, 'SENT');
		await invoices.bulk(300, 'PAID');
		const workflow = watch();
		await workflow.activate();
		await sandbox.control.clearRequests();
		await workflow.poll();
		const asked = (await sandbox.control.requests()).map(
			({ url }) => /status=(\w+)/.exec(url)?.[1],
		);
		expect(asked.sort()).toEqual([
			'CANCELED',
			'CREATED',
			'DRAFT',
			'PAID',
			'PARTIAL',
			'PENDING',
			'SENT',
		]);
	});

	it('says what to do when the token has expired', async () => {
		const workflow = watch({}, { token: 'sandbox-token-expired' });
		await expect(workflow.activate()).rejects.toMatchObject({
			message: expect.stringMatching(/token/i) as string,
			context: { status: 401 },
		});
	});

	it('does not begin a poll while one is under way', async () => {
		await invoices.create('T');
		const workflow = watch();
		await workflow.activate();
		await invoices.pay('T');
		await sandbox.control.fault({ kind: 'delay', delayMilliseconds: 300, times: 1 });
		const polls = await Promise.all([workflow.poll(), workflow.poll()]);
		expect(told(workflow.events)).toEqual(['T SENT PAID']);
		expect(polls).toHaveLength(2);
	});

	it('shows a real example in the editor and leaves the state alone', async () => {
		await invoices.create('EX');
		await invoices.pay('EX');
		const workflow = watch({ changes: ['paid'] });
		const [item] = await workflow.example();
		expect(item.json).toMatchObject({ invoiceNumber: 'EX', change: 'paid', newStatus: 'PAID' });
		expect(workflow.state).toEqual({});
		await expect(watch({ changes: ['canceled'] }).example()).rejects.toMatchObject({
			message: 'No invoice to show as an example',
			description: expect.stringContaining('Canceled') as string,
		});
	});

	it('shows a rejected payment as an example, which leads to no list of its own', async () => {
		await sandbox.control.send('PUT', '/fraud-management', { enabled: true });
		await invoices.create('REVIEWED');
		await sandbox.control.send('POST', '/invoices/REVIEWED/review', {});
		await sandbox.control.send('POST', '/invoices/REVIEWED/reject', {});
		const [item] = await watch({ changes: ['paymentRejected'] }).example();
		expect(item.json).toMatchObject({ invoiceNumber: 'REVIEWED', change: 'paymentRejected' });
	});
});
