import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startSandbox } from '../../../sandbox';
import { readDialect } from '../../../sandbox/dialects/names';
import { PRESETS } from '../../../sandbox/dialects/presets';
import { readingsOf, SPOT_NAMES, USUAL } from '../../../sandbox/dialects/table';
import { startTestSandbox } from '../../support/sandbox';

interface State {
	choice: Record<string, string>;
	unusual: Record<string, string>;
	spots: Record<string, { usual: string }>;
	presets: Record<string, object>;
}

describe('the name of a dialect', () => {
	it('is spots with their readings; the rest is as usual', () => {
		expect(readDialect('invoiceOrder=by-number, purchaseLimit=entries')).toEqual({
			...USUAL,
			invoiceOrder: 'by-number',
			purchaseLimit: 'entries',
		});
	});

	it.each(Object.keys(PRESETS))('may be the preset %s', (preset) => {
		expect(readDialect(preset)).toEqual({ ...USUAL, ...PRESETS[preset] });
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
		expect(readDialect('random:1,invoiceOrder=by-number').invoiceOrder).toBe('by-number');
	});

	it.each([
		['invoiceColor=red', /invoiceColor: is no silent spot; those are invoiceOrder, /],
		['invoiceOrder=sideways', /invoiceOrder: must be one of newest-first, oldest-first, /],
		['klingon', /"klingon" is none: write spot=reading, random:<seed>, .* or one of usual, /],
	])('is refused when it is %s', (name, message) => {
		expect(() => readDialect(name)).toThrow(message);
	});
});

describe('a sandbox with a dialect', () => {
	it('starts with it, in process', async () => {
		const sandbox = await startTestSandbox({ dialect: { invoiceOrder: 'by-number' } });
		try {
			const { unusual } = await sandbox.control.send<State>('GET', '/dialect');
			expect(unusual).toEqual({ invoiceOrder: 'by-number' });
		} finally {
			await sandbox.stop();
		}
	});

	it('does not start with one that it does not know', async () => {
		await expect(startSandbox({ dialect: 'klingon' })).rejects.toThrow('"klingon" is none');
	});

	it('shows the table and takes another choice by a control call', async () => {
		const sandbox = await startTestSandbox();
		try {
			const { control } = sandbox;
			const state = await control.send<State>('GET', '/dialect');
			expect(state.choice).toEqual(USUAL);
			expect(Object.keys(state.spots)).toEqual(SPOT_NAMES);
			expect(Object.keys(state.presets)).toContain('small-pages');
			await control.send('PUT', '/dialect', { dialect: 'invoiceTotal=text' });
			const chosen = await control.send<State>('POST', '/dialect', {
				dialect: { invoiceOffset: 'pages' },
			});
			expect(chosen.unusual).toEqual({ invoiceOffset: 'pages' });
			expect((await control.send<State>('DELETE', '/dialect')).unusual).toEqual({});
		} finally {
			await sandbox.stop();
		}
	});

	it.each([
		[{ dialect: { invoiceColor: 'red' } }, 'invoiceColor'],
		[{ dialect: { invoiceOrder: 'sideways' } }, 'invoiceOrder'],
		[{ dialect: 'klingon' }, 'dialect'],
		[{ dialect: 7 }, 'dialect'],
		[{}, 'dialect'],
		[{ dialect: 'usual', color: 'red' }, 'color'],
	])('refuses %j and keeps its choice', async (body, field) => {
		const sandbox = await startTestSandbox({ dialect: 'invoiceOffset=pages' });
		try {
			const answer = await sandbox.call<{ details: Array<{ field: string; reason: string }> }>(
				'PUT',
				'/_sandbox/dialect',
				{ body },
			);
			expect(answer.status).toBe(400);
			expect(answer.body.details.map((each) => each.field)).toEqual([field]);
			const { unusual } = await sandbox.control.send<State>('GET', '/dialect');
			expect(unusual).toEqual({ invoiceOffset: 'pages' });
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
		expect(stdout).toContain('* newest-first');
		expect(stdout).toContain('small-pages');
	});

	it('refuses a dialect that is none, and says what there is', async () => {
		await expect(run('--dialect', 'klingon')).rejects.toMatchObject({
			code: 2,
			stderr: expect.stringContaining('or one of usual, small-pages') as string,
		});
	});
});
