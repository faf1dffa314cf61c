import { ScriptedService } from './scriptedService';

type Change = [event: string, status: string, amount?: number];

/** Every choice among the events of these changes. */
function choicesIn(changes: readonly Change[]): string[][] {
	const events = [...new Set(changes.map(([event]) => event))];
	return Array.from({ length: 2 ** events.length }, (_, choice) =>
		events.filter((_event, place) => (choice >> place) % 2 === 1),
	);
}

/** What polls every five minutes report about an invoice of 100, where the service records these events only. */
async function toldOf(changes: readonly Change[], recorded: readonly string[]): Promise<string[]> {
	const service = new ScriptedService();
	await service.poll(0);
	const history: string[] = [];
	const told: string[] = [];
	let at = 30;
	let balance = 100;
	for (const [event, status, amount = 0] of changes) {
		if (recorded.includes(event)) history.push(`${event} ${at}${amount > 0 ? ` ${amount}` : ''}`);
		balance -= amount;
		service.set('I', { status, balance, created: 30, history: history.join(', ') });
		for (let polls = 0; polls < 4; polls++) {
			at += 5;
			told.push(...(await service.poll(at)));
		}
	}
	return told;
}

const truthOf = (changes: readonly Change[]): string[] =>
	changes.map(([event, status, amount], index) =>
		[
			`I ${index === 0 ? 'new' : changes[index - 1][1]}>${status}`,
			amount,
			event === 'REJECTED' ? 'rejected' : '',
		]
			.filter(Boolean)
			.join(' '),
	);

describe.each<[string, Change[]]>([
	[
		'part payments',
		[
			['CREATE', 'CREATED'],
			['SEND', 'SENT'],
			['PAYMENT', 'PARTIAL', 20],
			['PAYMENT', 'PARTIAL', 30],
			['PAYMENT', 'PAID', 50],
		],
	],
	[
		'a payment that is reviewed and accepted',
		[
			['CREATE', 'CREATED'],
			['SEND', 'SENT'],
			['PENDING', 'PENDING'],
			['PAYMENT', 'PAID', 100],
		],
	],
	[
		'payments after one that was rejected twice',
		[
			['SEND', 'SENT'],
			['PENDING', 'PENDING'],
			['REJECTED', 'SENT'],
			['PENDING', 'PENDING'],
			['REJECTED', 'SENT'],
			['PAYMENT', 'PARTIAL', 20],
			['PAYMENT', 'PAID', 80],
		],
	],
	[
		'payments before and after one that was rejected',
		[
			['SEND', 'SENT'],
			['PAYMENT', 'PARTIAL', 20],
			['PENDING', 'PENDING'],
			['REJECTED', 'PARTIAL'],
			['PAYMENT', 'PARTIAL', 20],
			['PAYMENT', 'PAID', 60],
		],
	],
	[
		'a cancelation after a payment that was rejected',
		[
			['CREATE', 'CREATED'],
			['SEND', 'SENT'],
			['PENDING', 'PENDING'],
			['REJECTED', 'SENT'],
			['CANCEL', 'CANCELED'],
		],
	],
])('A history that records only some of the changes: %s', (_, changes) => {
	const truth = truthOf(changes);

	// One at a time, so that each is quick enough for the mutation tests.
	it.each(choicesIn(changes).map((recorded) => [recorded]))(
		'tells each once with %j',
		async (recorded) => {
			expect(await toldOf(changes, recorded)).toEqual(truth);
		},
	);
});

describe('An invoice that is created and paid within seconds', () => {
	it('gives paid at once, and says that sent may be missing, where its SEND comes four minutes late', async () => {
		const service = new ScriptedService();
		service.set('old', { status: 'SENT', created: -99, history: 'SEND -99' });
		await service.poll(0);
		service.set('I', { status: 'PAID', balance: 0, created: 30, history: '' });
		expect(await service.poll(31)).toEqual(['I new>PAID 100']);
		expect(service.last?.notice).toContain('a change may be missing');
		service.set('I', { history: 'SEND 30' });
		for (const at of [36, 41, 61]) expect(await service.poll(at)).toEqual([]);
	});

	it('gives sent and paid where payments have entries too, all four minutes late', async () => {
		const service = new ScriptedService();
		service.set('old', { status: 'PAID', balance: 0, history: 'SEND -99, PAYMENT -98 100' });
		await service.poll(0);
		service.set('I', { status: 'PAID', balance: 0, created: 30, history: '' });
		expect(await service.poll(31)).toEqual([]);
		service.set('I', { history: 'SEND 30, PAYMENT 30.5 100' });
		expect(await service.poll(36)).toEqual(['I new>SENT', 'I SENT>PAID 100']);
		for (const at of [41, 61]) expect(await service.poll(at)).toEqual([]);
	});
});
