import { readDialect } from '../../../sandbox/dialects/names';
import { readingsOf, SPOT_NAMES, USUAL } from '../../../sandbox/dialects/table';
import { cases, isLong } from '../../support/long';
import { startTestSandbox } from '../../support/sandbox';
import { type Area, walk } from './walk';

const INVOICING = /^(invoice|create|action|duplicate|pageSize|fields|timeFormat|clock)/;
const usual = new Map<Area, string>();

const walked = async (dialect: Parameters<typeof walk>[0], area: Area): Promise<string> =>
	(await walk(dialect, area)).join('\n');

beforeAll(async () => {
	for (const area of ['invoicing', 'reporting'] as const) {
		usual.set(area, await walked(USUAL, area));
	}
});

it('answers the same each time', async () => {
	for (const [area, answers] of usual) expect(await walked(USUAL, area)).toBe(answers);
});

/** One in four; `npm run test:all` tries them all. */
const WALKED = SPOT_NAMES.filter((_, place) => isLong || place % 4 === 0);

describe.each(WALKED)('%s', (name) => {
	it('is answered in another way by each reading', async () => {
		const area = INVOICING.test(name) ? 'invoicing' : 'reporting';
		const answered = new Map<string, string>();
		for (const reading of readingsOf(name)) {
			const isUsual = reading === USUAL[name];
			const answers = isUsual ? usual.get(area)! : await walked({ [name]: reading }, area);
			expect([reading, answered.get(answers)]).toEqual([reading, undefined]);
			answered.set(answers, reading);
		}
	});
});

it.each(Array.from({ length: cases(3) }, (_, seed) => seed + 1))(
	'random:%s is answered by the service, never by a failure',
	async (seed) => {
		for (const area of usual.keys()) {
			const answers = await walk(`random:${seed}`, area);
			expect(answers.filter((answer) => /^\w+ \S+ 5\d\d /.test(answer))).toEqual([]);
		}
	},
);

interface State {
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

it('a sandbox with a dialect starts with it, and takes another choice by a control call', async () => {
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
