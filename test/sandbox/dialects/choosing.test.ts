import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startSandbox } from '../../../sandbox';
import { readDialect } from '../../../sandbox/dialects/names';
import { readingsOf, SPOT_NAMES, USUAL } from '../../../sandbox/dialects/table';
import { startTestSandbox } from '../../support/sandbox';

interface State {
	choice: Record<string, string>;
	unusual: Record<string, string>;
}

describe('the name of a dialect', () => {
	it('is spots with their readings; the rest is as usual', () => {
		expect(readDialect('invoiceOffset=pages, purchaseLimit=entries')).toEqual({
			...USUAL,
			invoiceOffset: 'pages',
			purchaseLimit: 'entries',
		});
	});

	it('may be random, the same each time for a seed, and another for another seed', () => {
		const one = readDialect('random:1');
		expect(readDialect('random:1')).toEqual(one);
		expect(readDialect('random:2')).not.toEqual(one);
		expect(Object.keys(one).sort()).toEqual([...SPOT_NAMES].sort());
	});

	it('reaches every reading with some seed', () => {
		const drawn = Array.from({ length: 300 }, (_, seed) => readDialect(`random:${seed}`));
		for (const name of SPOT_NAMES) {
			const readings = new Set<string>(drawn.map((choice) => choice[name]));
			expect([...readings].sort()).toEqual([...readingsOf(name)].sort());
		}
	});

	it('may be random in a few spots', () => {
		const choice = readDialect('random:7/3');
		const unusual = SPOT_NAMES.filter((name) => choice[name] !== USUAL[name]);
		expect(unusual.length).toBeLessThanOrEqual(3);
	});

	it('lets what comes later win', () => {
		expect(readDialect('random:1,invoiceOffset=pages').invoiceOffset).toBe('pages');
		expect(readDialect('random:1,invoiceOffset=entries').invoiceOffset).toBe('entries');
	});
});

describe('a sandbox with a dialect', () => {
	it('does not start with one that it does not know', async () => {
		await expect(startSandbox({ dialect: 'klingon' })).rejects.toThrow('"klingon" is none');
	});

	it('starts with it, and takes another choice by a control call', async () => {
		const sandbox = await startTestSandbox({ dialect: { order: 'reversed' } });
		const { control } = sandbox;
		try {
			const state = await control.send<State>('GET', '/dialect');
			expect(state).toEqual({
				choice: { ...USUAL, order: 'reversed' },
				unusual: { order: 'reversed' },
			});
			const chosen = await control.send<State>('PUT', '/dialect', {
				dialect: 'invoiceOffset=pages',
			});
			expect(chosen.unusual).toEqual({ invoiceOffset: 'pages' });
			expect((await control.send<State>('DELETE', '/dialect')).unusual).toEqual({});
		} finally {
			await sandbox.stop();
		}
	});

	it('refuses what is none, and keeps its choice', async () => {
		const sandbox = await startTestSandbox({ dialect: 'invoiceOffset=pages' });
		try {
			for (const [body, message] of [
				[{ dialect: { color: 'red' } }, /color: is no silent spot; those are order, /],
				[{ dialect: 'order=sideways' }, /order: must be one of usual, reversed/],
				[{ dialect: 'klingon' }, /"klingon" is none: write spot=reading, random:<seed> or /],
				[{ dialect: 7 }, /dialect: /],
				[{}, /dialect: /],
				[{ dialect: 'random:1', color: 'red' }, /color: /],
			] as const) {
				const answer = await sandbox.call('PUT', '/_sandbox/dialect', { body });
				expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(message)]);
				const { unusual } = await sandbox.control.send<State>('GET', '/dialect');
				expect(unusual).toEqual({ invoiceOffset: 'pages' });
			}
		} finally {
			await sandbox.stop();
		}
	});
});

describe('npm run sandbox', () => {
	const run = (...options: string[]): Promise<{ stdout: string; stderr: string }> =>
		promisify(execFile)(process.execPath, ['--import', 'tsx', 'sandbox/main.ts', ...options]);

	it('lists the table with --dialects', async () => {
		const { stdout } = await run('--dialects');
		for (const name of SPOT_NAMES) expect(stdout).toContain(`\n${name}: `.trimStart());
		expect(stdout).toContain('* as-asked');
	});

	it('refuses a dialect that is none, and says what there is', async () => {
		await expect(run('--dialect', 'klingon')).rejects.toMatchObject({
			code: 2,
			stderr: expect.stringContaining('write spot=reading') as string,
		});
	});
});
