import { readDialect } from '../../../sandbox/dialects/names';
import { SPOT_NAMES, USUAL } from '../../../sandbox/dialects/table';
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
});

describe('a sandbox with a dialect', () => {
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
});
