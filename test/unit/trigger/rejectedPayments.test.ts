import { ScriptedService, type Scripted } from './scriptedService';

/** The polls after the activation, every five minutes. */
async function toldAfter(service: ScriptedService): Promise<string[]> {
	const told: string[] = [];
	for (let at = 5; at <= 30; at += 5) told.push(...(await service.poll(at)));
	return told;
}

describe('A payment in review when the trigger starts, where the history has no reviews', () => {
	it.each([
		['SEND -90', 'rejected', { status: 'SENT' }, 'I PENDING>SENT rejected'],
		['DRAFT -95, SEND -90', 'rejected', { status: 'SENT' }, 'I PENDING>SENT rejected'],
		['CREATE -90', 'rejected', { status: 'CREATED' }, 'I PENDING>CREATED rejected'],
		['', 'rejected', { status: 'SENT' }, 'I PENDING>SENT rejected'],
		[undefined, 'rejected', { status: 'SENT' }, 'I PENDING>SENT rejected'],
		['SEND -90', 'accepted', { status: 'PAID', balance: 0 }, 'I PENDING>PAID 100'],
		['SEND -90', 'accepted', { status: 'PAID', balance: null }, 'I PENDING>PAID 100'],
		['SEND -90', 'canceled', { status: 'CANCELED' }, 'I PENDING>CANCELED'],
	])('comes once (history "%s", %s)', async (history, _, then, event) => {
		const service = new ScriptedService();
		service.set('I', { status: 'PENDING', history });
		expect(await service.poll(0)).toEqual([]);
		service.set('I', then);
		expect(await toldAfter(service)).toEqual([event]);
	});

	const PARTLY_PAID = 'SEND -90, PAYMENT -80 40';

	it.each([
		['a history', { history: PARTLY_PAID }],
		['no history', {}],
	])('comes as what it was where a part was paid before (%s)', async (_, given) => {
		const outcomes: Array<[Partial<Scripted>, string]> = [
			[{ balance: 60 }, 'I PENDING>PARTIAL rejected'],
			[{ balance: 20 }, 'I PENDING>PARTIAL 40'],
		];
		for (const [then, event] of outcomes) {
			const service = new ScriptedService();
			service.set('I', { status: 'PENDING', balance: 60, ...given });
			expect(await service.poll(0)).toEqual([]);
			service.set('I', { status: 'PARTIAL', ...then });
			expect(await toldAfter(service)).toEqual([event]);
		}
	});

	it.each([15, 20, 25, 30])('comes before a new payment in minute %i', async (minute) => {
		const service = new ScriptedService();
		service.set('I', { status: 'PENDING', balance: 60, history: PARTLY_PAID });
		await service.poll(0);
		service.set('I', { status: 'PARTIAL' });
		expect(await service.poll(10)).toEqual(['I PENDING>PARTIAL rejected']);
		const history = `${PARTLY_PAID}, PAYMENT ${minute - 2} 60`;
		service.set('I', { status: 'PAID', balance: 0, history });
		expect(await service.poll(minute)).toEqual(['I PARTIAL>PAID 60']);
		expect(await service.poll(minute + 20)).toEqual([]);
	});

	it.each([
		[60, 60, PARTLY_PAID, 'I PENDING>PARTIAL rejected'],
		[20, 60, PARTLY_PAID, 'I PENDING>PARTIAL rejected'],
		[60, 20, undefined, 'I PENDING>PARTIAL 40'],
		[20, 20, undefined, 'I PENDING>PARTIAL 40'],
	])(
		'is judged by the balance before it (%i during, %i after, history %s)',
		async (during, after, history, event) => {
			const service = new ScriptedService();
			service.set('I', { status: 'PARTIAL', balance: 60, history });
			await service.poll(0);
			await service.poll(5);
			service.set('I', { status: 'PENDING', balance: during });
			expect(await service.poll(10)).toEqual(['I PARTIAL>PENDING']);
			service.set('I', { status: 'PARTIAL', balance: after });
			expect(await service.poll(15)).toEqual([event]);
		},
	);

	it('without a balance, does not take a later payment for its own', async () => {
		const service = new ScriptedService();
		service.set('I', { status: 'PENDING', balance: null, history: PARTLY_PAID });
		await service.poll(0);
		service.set('I', { status: 'PARTIAL' });
		expect(await service.poll(20)).toEqual(['I PENDING>PARTIAL']);
		const history = `${PARTLY_PAID}, PAYMENT 1440 10`;
		service.set('I', { history });
		expect(await service.poll(1445)).toEqual(['I PARTIAL>PARTIAL 10']);
	});

	it('has no amount where nothing says what was paid before', async () => {
		const service = new ScriptedService();
		service.set('I', { balance: null });
		await service.poll(0);
		const told: string[] = [];
		for (const [at, status] of ['PARTIAL', 'PENDING', 'PAID'].entries()) {
			service.set('I', { status });
			told.push(...(await service.poll(20 + 5 * at)));
		}
		expect(told).toEqual(['I SENT>PARTIAL', 'I PARTIAL>PENDING', 'I PENDING>PAID']);
	});

	it.each(['SEND -90', 'SEND ?, PAYMENT ? 100'])(
		'is not told while nothing happens (history "%s")',
		async (history) => {
			const service = new ScriptedService();
			service.set('I', { status: 'PENDING', history });
			expect(await service.poll(0)).toEqual([]);
			expect(await toldAfter(service)).toEqual([]);
		},
	);

	it('may end in the minute in which it was reported', async () => {
		const service = new ScriptedService();
		service.set('I', { history: 'SEND -90' });
		await service.poll(0);
		service.set('I', { status: 'PENDING' });
		expect(await service.poll(4)).toEqual(['I SENT>PENDING']);
		service.set('I', { status: 'CANCELED', history: 'SEND -90, CANCEL 4.5' });
		expect(await toldAfter(service)).toEqual(['I PENDING>CANCELED']);
	});
});

describe('A payment that is entered before its review', () => {
	it('is a part payment, unless both are entered for one moment', async () => {
		const service = new ScriptedService();
		service.set('I', { status: 'SENT', history: 'SEND -90' });
		await service.poll(0);
		const history = 'SEND -90, PAYMENT 4 40, PENDING 5';
		service.set('I', { status: 'PENDING', balance: 60, history });
		expect(await service.poll(6)).toEqual(['I SENT>PARTIAL 40', 'I PARTIAL>PENDING']);
	});

	it.each([
		['for the same moment', 'PAYMENT 4 40, PENDING 4', 100],
		['for the same moment, where it counts', 'PAYMENT 4 40, PENDING 4', 60],
		['without another entry, as all that is left', 'PAYMENT 4 100', 100],
		['without another entry, where it counts', 'PAYMENT 4 100', 0],
		['without another entry, where it counts, as text', 'PAYMENT 4 100', '0.00'],
	])('is no part payment, and may be rejected (%s)', async (_, entries, balance) => {
		const service = new ScriptedService();
		service.set('I', { status: 'SENT', history: 'SEND -90' });
		await service.poll(0);
		service.set('I', { status: 'PENDING', balance, history: `SEND -90, ${entries}` });
		const told = [...(await service.poll(5)), ...(await service.poll(21))];
		expect(told.map((event) => event.split(' ', 2).join(' '))).toEqual(['I SENT>PENDING']);
		const history = `SEND -90, ${entries}, REJECTED 24`;
		service.set('I', { status: 'SENT', balance: 100, history });
		expect(await service.poll(25)).toEqual(['I PENDING>SENT rejected']);
		expect(await service.poll(45)).toEqual([]);
	});

	it('counts once where it is accepted without another entry', async () => {
		const service = new ScriptedService();
		service.set('I', { history: 'SEND -90' });
		await service.poll(0);
		service.set('I', { status: 'PAID', balance: 0, history: 'SEND -90, PAYMENT 3 100, PENDING 4' });
		expect(await toldAfter(service)).toEqual([
			'I SENT>PARTIAL 100',
			'I PARTIAL>PENDING',
			'I PENDING>PAID',
		]);
	});

	it('is no second event where it comes after the review was reported', async () => {
		const service = new ScriptedService();
		service.set('I', { history: 'SEND -90' });
		await service.poll(0);
		service.set('I', { status: 'PENDING' });
		expect(await service.poll(4)).toEqual(['I SENT>PENDING']);
		service.set('I', { history: 'SEND -90, PAYMENT 3 100' });
		expect(await toldAfter(service)).toEqual([]);
	});

	it('is no second event where both entries come after it was rejected', async () => {
		const service = new ScriptedService();
		service.set('I', { status: 'SENT', history: 'SEND -90' });
		await service.poll(0);
		service.set('I', { status: 'PENDING' });
		expect(await service.poll(5)).toEqual(['I SENT>PENDING']);
		service.set('I', { status: 'SENT' });
		expect(await service.poll(10)).toEqual(['I PENDING>SENT rejected']);
		const entries = 'SEND -90, PAYMENT 4 40, PENDING 4';
		service.set('I', { status: 'CANCELED', history: entries });
		expect(await service.poll(15)).toEqual(['I SENT>CANCELED']);
		service.set('I', { history: `${entries}, REJECTED 9` });
		for (const at of [20, 40]) expect(await service.poll(at)).toEqual([]);
	});
});

describe('A payment that is rejected, and another one in review', () => {
	it('between two polls both come soon, though the lists stay the same', async () => {
		const service = new ScriptedService({ checks: 5 });
		for (let number = 0; number < 15; number++)
			service.set(`I-${number}`, { status: 'PENDING', history: 'SEND -90, PENDING -80' });
		await service.poll(0);
		service.set('I-7', { history: 'SEND -90, PENDING -80, REJECTED 3, PENDING 4' });
		const told: string[] = [];
		for (const at of [5, 10, 15]) told.push(...(await service.poll(at)));
		expect(told).toEqual(['I-7 PENDING>SENT rejected', 'I-7 SENT>PENDING']);
	});
});
