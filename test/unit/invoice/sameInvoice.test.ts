import type { IExecuteFunctions } from 'n8n-workflow';

import { queueByInvoice } from '../../../nodes/MerchantInvoicing/actions/invoice/locator';

const settled = async () => await new Promise((resolve) => setImmediate(resolve));

/** Rows of one run: each begins when it is its turn, and ends when the test says so. */
function newRun() {
	const run = { context: {} as IExecuteFunctions };
	const ends = new Map<string, (error?: Error) => void>();
	return {
		working: ends,
		start: async (row: string, invoice: string) =>
			await queueByInvoice(run, invoice, async () => {
				await new Promise<void>((resolve, reject) => {
					ends.set(row, (error) => (error === undefined ? resolve() : reject(error)));
				});
				return row;
			}),
		end: async (row: string, error?: Error) => {
			ends.get(row)!(error);
			ends.delete(row);
			await settled();
		},
	};
}

it('rows that work on one invoice do so one after the other, also after one that failed', async () => {
	const { working, start, end } = newRun();
	const first = expect(start('1', 'A')).rejects.toThrow('refused');
	const others = [start('2', 'A'), start('B', 'B')];
	await settled();
	expect([...working.keys()]).toEqual(['1', 'B']);
	await end('1', new Error('refused'));
	// The first is gone from the queue, and the second is at work.
	others.push(start('3', 'A'));
	await settled();
	expect([...working.keys()]).toEqual(['B', '2']);
	for (const row of ['2', '3', 'B']) await end(row);
	await first;
	expect(await Promise.all(others)).toEqual(['2', 'B', '3']);
});

it('rows of another run do not wait', async () => {
	const [one, other] = [newRun(), newRun()];
	const results = [one.start('1', 'A'), other.start('1', 'A')];
	await settled();
	expect([...other.working.keys()]).toEqual(['1']);
	for (const { end } of [one, other]) await end('1');
	await Promise.all(results);
});
