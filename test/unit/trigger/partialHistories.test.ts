import { ScriptedService } from './scriptedService';

const EVENTS = ['CREATE', 'SEND', 'PENDING', 'REJECTED', 'PAYMENT', 'CANCEL'];
const CHOICES = Array.from({ length: 2 ** EVENTS.length }, (_, choice) =>
	EVENTS.filter((_event, place) => (choice >> place) % 2 === 1),
);

type Change = [event: string, status: string, amount?: number];

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

describe('A history that records only some of the changes', () => {
	it.each<[string, Change[]]>([
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
	])('tells each change once, whichever these are: %s', async (_, changes) => {
		const truth = truthOf(changes);
		for (const recorded of CHOICES) {
			expect({ recorded, told: await toldOf(changes, recorded) }).toEqual({
				recorded,
				told: truth,
			});
		}
	});
});
