import type { IExecuteFunctions } from 'n8n-workflow';

import { afterEarlierRows } from '../../../nodes/MerchantInvoicing/actions/invoice/locator';

/** Rows of one run: each begins when it is its turn, and ends when the test says so. */
class Rows {
	readonly log: string[] = [];
	private readonly run = { context: {} as IExecuteFunctions };
	private readonly ends = new Map<string, (error?: Error) => void>();

	start(row: string, invoice: string): Promise<string> {
		return afterEarlierRows(this.run, invoice, async () => {
			this.log.push(`${row} begins`);
			await new Promise<void>((resolve, reject) => {
				this.ends.set(row, (error) => (error === undefined ? resolve() : reject(error)));
			});
			return row;
		});
	}

	/** And lets whatever waited for it begin. */
	async end(row: string, error?: Error): Promise<void> {
		this.log.push(`${row} ends`);
		this.ends.get(row)!(error);
		await settled();
	}
}

const settled = async () => await new Promise((resolve) => setImmediate(resolve));

describe('Rows that work on one invoice', () => {
	it('do so one after the other, also those that come while others wait', async () => {
		const rows = new Rows();
		const results = [rows.start('1', 'A'), rows.start('2', 'A')];
		await settled();
		await rows.end('1');
		// The first is gone from the queue, and the second is at work.
		results.push(rows.start('3', 'A'));
		await settled();
		expect(rows.log).toEqual(['1 begins', '1 ends', '2 begins']);
		await rows.end('2');
		results.push(rows.start('4', 'A'));
		await rows.end('3');
		await rows.end('4');
		expect(rows.log.slice(3)).toEqual(['2 ends', '3 begins', '3 ends', '4 begins', '4 ends']);
		expect(await Promise.all(results)).toEqual(['1', '2', '3', '4']);
	});

	it('go on after one that failed, which alone says so', async () => {
		const rows = new Rows();
		const first = expect(rows.start('1', 'A')).rejects.toThrow('refused');
		const second = rows.start('2', 'A');
		await settled();
		await rows.end('1', new Error('refused'));
		await rows.end('2');
		await first;
		expect(await second).toBe('2');
	});

	it('wait for no other invoice, and no other run', async () => {
		const rows = new Rows();
		const results = [rows.start('1', 'A'), rows.start('2', 'B')];
		const others = new Rows();
		const other = others.start('1', 'A');
		await settled();
		expect(rows.log.sort()).toEqual(['1 begins', '2 begins']);
		expect(others.log).toEqual(['1 begins']);
		for (const row of ['1', '2']) await rows.end(row);
		await others.end('1');
		await Promise.all([...results, other]);
	});
});
