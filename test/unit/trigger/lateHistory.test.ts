import { minute } from '../../support/invoiceAnswer';
import { cases } from '../../support/long';
import { dice, type Dice } from './invoiceModel';
import { ScriptedService, type Scripted } from './scriptedService';

interface Entry {
	event: string;
	at: number;
	words: string;
	amount?: number;
}

type Form = 'full' | 'newest first';

/** One invoice of 1,000 whose history shows each entry some minutes after its status and balance. */
class LateInvoice {
	readonly service = new ScriptedService();
	readonly entries: Entry[] = [];
	readonly told: string[] = [];
	at = 30;
	balance = 1000;
	status = 'SENT';
	/** Where it was before a review. */
	private reviewed = 'SENT';

	constructor(
		private readonly lag: number,
		private readonly form: Form = 'full',
	) {
		this.show();
	}

	/** A service that has shown every kind of entry. */
	async activate(): Promise<void> {
		const paid = 'DRAFT -99, CREATE -98, SEND -97, PENDING -96, REJECTED -95, PENDING -94';
		this.service.set('paid', { status: 'PAID', balance: 0, history: `${paid}, PAYMENT -93 100` });
		this.service.set('canceled', { status: 'CANCELED', history: 'CREATE -99, CANCEL -98' });
		const partial = 'SEND -99, PAYMENT -98 10, PENDING -97, REJECTED -96';
		this.service.set('partial', { status: 'PARTIAL', balance: 90, history: partial });
		expect(await this.service.poll(0)).toEqual([]);
	}

	private record(event: string, to: string, amount?: number): void {
		const words = [`I ${this.status}>${to}`, amount, event === 'REJECTED' ? 'rejected' : '']
			.filter(Boolean)
			.join(' ');
		this.entries.push({ event, at: this.at, words, amount });
		this.status = to;
		this.at += 0.02;
	}

	pay(amount = this.balance): void {
		this.balance -= amount;
		this.record('PAYMENT', this.balance === 0 ? 'PAID' : 'PARTIAL', amount);
	}

	review(): void {
		this.reviewed = this.status;
		this.record('PENDING', 'PENDING');
	}

	reject(): void {
		this.record('REJECTED', this.reviewed);
	}

	/** One change that the service allows now, by chance. */
	change(roll: Dice): void {
		if (this.status === 'PENDING' && roll(2) === 0) this.reject();
		else if (this.status === 'PENDING') this.pay();
		else if (this.status !== 'PAID' && roll(4) === 0) this.review();
		else if (this.status !== 'PAID') this.pay(Math.min(this.balance, 1 + roll(90)));
	}

	private show(): void {
		const shown = this.entries
			.filter(({ at }) => at + this.lag <= this.at)
			.map(({ event, at, amount = '' }) => `${event} ${at} ${amount}`.trim());
		const history = ['SEND -90', ...shown];
		if (this.form === 'newest first') history.reverse();
		const { status, balance } = this;
		this.service.set('I', { status, balance, total: 1000, history: history.join(', ') });
	}

	async look(afterMinutes = 5): Promise<string[]> {
		this.at += afterMinutes;
		this.show();
		const told = await this.service.poll(this.at);
		this.told.push(...told);
		return told;
	}

	truth(): string[] {
		return this.entries.map(({ words }) => words);
	}
}

describe('A history that lags behind status and balance', () => {
	it.each<[number, Form]>([
		[0, 'full'],
		[8, 'full'],
		[8, 'newest first'],
		[14, 'full'],
	])(
		'by %i minutes (%s) gives each part payment as an event with its amount',
		async (lag, form) => {
			const invoice = new LateInvoice(lag, form);
			await invoice.activate();
			const count = cases(25, 200);
			for (let paid = 1; paid < count; paid++) {
				invoice.pay(1 + (paid % 3));
				await invoice.look();
			}
			invoice.pay();
			for (let idle = 0; idle < 6; idle++) await invoice.look();
			expect(invoice.told).toEqual(invoice.truth());
			expect(new Set(invoice.service.eventIds).size).toBe(count);
		},
	);

	const LIVES = [0, 1.5, 7, 14].flatMap((lag) =>
		Array.from({ length: cases(5, 300) }, (_, life) => [lag, life + 1]),
	);
	it.each(LIVES)('by %d minutes tells each change of life %i once', async (lag, seed) => {
		const roll = dice(seed);
		const invoice = new LateInvoice(lag);
		await invoice.activate();
		for (let poll = 0; poll < 20; poll++) {
			for (let count = roll(3); count > 0; count--) invoice.change(roll);
			await invoice.look(1 + roll(6));
		}
		for (let idle = 0; idle < 4; idle++) await invoice.look(8);
		expect(invoice.told).toEqual(invoice.truth());
		expect(new Set(invoice.service.eventIds).size).toBe(invoice.told.length);
	});

	it('is waited for a quarter of an hour; then the balance tells, and the entry is no second event', async () => {
		const invoice = new LateInvoice(60);
		await invoice.activate();
		invoice.pay(40);
		expect([await invoice.look(), await invoice.look(), await invoice.look()]).toEqual([
			[],
			[],
			[],
		]);
		expect(await invoice.look(6)).toEqual(['I SENT>PARTIAL 40']);
		expect(invoice.service.last?.notice).toContain('does not show its last change');
		for (let idle = 0; idle < 15; idle++) expect(await invoice.look()).toEqual([]);
	});

	it('has the first of three payments as a part payment, though the invoice is paid by then', async () => {
		const service = new ScriptedService();
		service.set('I', { history: 'SEND -90' });
		await service.poll(0);
		service.set('I', { status: 'PAID', balance: 0, history: 'SEND -90, PAYMENT 2 10' });
		expect(await service.poll(5)).toEqual(['I SENT>PARTIAL 10']);
		service.set('I', { history: 'SEND -90, PAYMENT 2 10, PAYMENT 3 20, PAYMENT 4 70' });
		expect(await service.poll(10)).toEqual(['I PARTIAL>PARTIAL 20', 'I PARTIAL>PAID 70']);
		expect(await service.poll(30)).toEqual([]);
	});
});

describe('A balance that lags behind the history', () => {
	it('is no second payment', async () => {
		const service = new ScriptedService();
		service.set('I', { history: 'SEND -90' });
		await service.poll(0);
		service.set('I', { status: 'PARTIAL', history: 'SEND -90, PAYMENT 4 40' });
		expect(await service.poll(5)).toEqual(['I SENT>PARTIAL 40']);
		service.set('I', { balance: 60 });
		for (const at of [10, 26, 42]) expect(await service.poll(at)).toEqual([]);
	});

	it('is no rejection of a payment that was in no review', async () => {
		const service = new ScriptedService();
		service.set('I', { history: 'SEND -90' });
		await service.poll(0);
		service.set('I', { status: 'PARTIAL' });
		expect(await service.poll(5)).toEqual(['I SENT>PARTIAL']);
	});
});

describe('A history of which nothing is known', () => {
	it('is not waited for: each change comes at once, and its entry is no second event', async () => {
		for (const lag of [1, 7, 14]) {
			const invoice = new LateInvoice(lag);
			await invoice.service.poll(0);
			invoice.review();
			expect(await invoice.look(1)).toEqual(['I SENT>PENDING']);
			invoice.reject();
			expect(await invoice.look(1)).toEqual(['I PENDING>SENT rejected']);
			invoice.pay(30);
			expect(await invoice.look(1)).toEqual(['I SENT>PARTIAL 30']);
			for (let idle = 0; idle < 6; idle++) expect(await invoice.look(4)).toEqual([]);
		}
	});

	it('may tell several payments that came as one event, and one that came as several: none comes again', async () => {
		const several = new LateInvoice(8);
		await several.service.poll(0);
		several.pay(10);
		several.pay(20);
		expect(await several.look(1)).toEqual(['I SENT>PARTIAL 30']);
		expect(await several.look(20)).toEqual([]);
		several.pay(5);
		expect(await several.look(10)).toEqual(['I PARTIAL>PARTIAL 5']);

		const { service } = new LateInvoice(0);
		await service.poll(0);
		service.set('I', { status: 'PARTIAL', balance: 990, total: 1000, history: 'SEND -90' });
		expect(await service.poll(5)).toEqual(['I SENT>PARTIAL 10']);
		service.set('I', { balance: 970 });
		expect(await service.poll(10)).toEqual(['I PARTIAL>PARTIAL 20']);
		service.set('I', { history: 'SEND -90, PAYMENT 9 30' });
		expect(await service.poll(12)).toEqual([]);
		service.set('I', { balance: 965, history: 'SEND -90, PAYMENT 9 30, PAYMENT 14 5' });
		expect(await service.poll(15)).toEqual(['I PARTIAL>PARTIAL 5']);
	});

	it('is no second event where earlier entries come first', async () => {
		const service = new ScriptedService();
		await service.poll(0);
		service.set('I', { created: 4, history: '' });
		expect(await service.poll(5)).toEqual(['I new>SENT']);
		service.set('I', { history: 'DRAFT 3' });
		service.set('I', { status: 'PARTIAL', balance: 60 });
		const told = await service.poll(10);
		service.set('I', { history: 'DRAFT 3, SEND 4' });
		told.push(...(await service.poll(15)));
		service.set('I', { history: 'DRAFT 3, SEND 4, PAYMENT 9 40' });
		for (const at of [20, 40]) told.push(...(await service.poll(at)));
		expect(told).toEqual(['I SENT>PARTIAL 40']);
	});

	it.each([4.5, 5.5, 6])('is no second event where it is dated minute %d', async (dated) => {
		const service = new ScriptedService();
		service.set('I', { history: 'SEND -90' });
		await service.poll(0);
		service.set('I', { status: 'PARTIAL', balance: 60 });
		expect(await service.poll(5)).toEqual(['I SENT>PARTIAL 40']);
		service.set('I', { history: `SEND -90, PAYMENT ${dated} 40` });
		for (const at of [10, 30]) expect(await service.poll(at)).toEqual([]);
		expect(await service.replay(1, 31)).toHaveLength(1);
	});

	it('is no second event where an old list asks for a paid invoice again', async () => {
		const service = new ScriptedService();
		service.set('I', { history: 'SEND -90' });
		await service.poll(0);
		service.set('I', { status: 'PAID', balance: 0 });
		expect(await service.poll(5)).toEqual(['I SENT>PAID 100']);
		service.set('I', { history: 'SEND -90, PAYMENT 3 40, PAYMENT 4 60' });
		service.answer = (status, page) =>
			status === 'SENT' ? { ...page, entries: [{ id: 'I', status, created: minute(-600) }] } : page;
		expect(await service.poll(10)).toEqual([]);
		expect(service.requests).toContain('I');
	});

	it('is remembered from when it was seen paid, though its last entry is three weeks old', async () => {
		const service = new ScriptedService();
		await service.poll(0);
		service.set('I', { created: 4, history: 'SEND 4' });
		expect(await service.poll(5)).toEqual(['I new>SENT']);
		const later = 21 * 24 * 60;
		service.set('I', { status: 'PAID', balance: 0 });
		expect(await service.poll(later)).toEqual(['I SENT>PAID 100']);
		service.answer = (status, page) =>
			status === 'SENT' ? { ...page, entries: [{ id: 'I', status, created: minute(4) }] } : page;
		expect(await service.poll(later + 5)).toEqual([]);
		service.answer = (_status, page) => page;
		expect(await service.replay(later - 5, later + 5)).toEqual(['I:PAID:after-SENT:0']);
	});

	it.each(['DRAFT 1, SEND 2', 'DRAFT 14, SEND 15'])(
		'does not tell what led to the status at the start, though it is dated a little later (%s)',
		async (history) => {
			const service = new ScriptedService();
			service.set('I', { status: 'SENT', history });
			expect(await service.poll(0)).toEqual([]);
			service.set('I', { status: 'PENDING', history: `${history}, PENDING 16` });
			expect(await service.poll(17)).toEqual(['I SENT>PENDING']);
		},
	);

	it('tells what came long after the start, though it led back to the status at the start', async () => {
		const service = new ScriptedService();
		service.set('I', { status: 'SENT', history: 'CREATE -90' });
		expect(await service.poll(0)).toEqual([]);
		const history = 'CREATE -90, PENDING 20, REJECTED 21, CANCEL 22';
		service.set('I', { status: 'CANCELED', history });
		expect(await service.poll(25)).toEqual([
			'I SENT>PENDING',
			'I PENDING>SENT rejected',
			'I SENT>CANCELED',
		]);
	});

	it('does not tell a payment from before the start whose entry comes after it', async () => {
		const { service } = new LateInvoice(0);
		service.set('I', { status: 'PARTIAL', balance: 970, total: 1000, history: 'SEND -90' });
		await service.poll(0);
		expect(await service.poll(2)).toEqual([]);
		service.set('I', { history: 'SEND -90, PAYMENT -3 30' });
		expect(await service.poll(5)).toEqual([]);
		service.set('I', { balance: 960, history: 'SEND -90, PAYMENT -3 30, PAYMENT 8 10' });
		expect(await service.poll(10)).toEqual(['I PARTIAL>PARTIAL 10']);
	});
});

describe('A change that came without its entry', () => {
	const AFTER_DRAFT = 'DRAFT -90, SEND 2';
	const PARTLY_PAID = { status: 'PARTIAL', balance: 60, history: AFTER_DRAFT };
	const PAYMENT = `${AFTER_DRAFT}, PAYMENT 4 40`;
	type Look = [at: number, changes: Partial<Scripted>, told: string[]];
	it.each<[string, Look[]]>([
		[
			'without a balance',
			[
				[5, { ...PARTLY_PAID, balance: null }, ['I SENT>PARTIAL']],
				[10, { history: PAYMENT }, []],
			],
		],
		[
			'in a response without history',
			[
				[5, { ...PARTLY_PAID, history: undefined }, []],
				[10, { history: PAYMENT }, ['I SENT>PARTIAL 40']],
			],
		],
		[
			'as the service gives no history any more',
			[
				[5, { ...PARTLY_PAID, history: undefined }, []],
				[20, {}, ['I SENT>PARTIAL 40']],
				[25, { history: PAYMENT }, []],
			],
		],
		[
			'as the service keeps only the last entry',
			[
				[5, { ...PARTLY_PAID, history: 'PAYMENT 4 40' }, []],
				[20, {}, ['I SENT>PARTIAL']],
			],
		],
	])('is one event: %s', async (_, looks) => {
		const service = new ScriptedService();
		const balance = looks[0][1].balance === null ? null : 100;
		service.set('I', { status: 'DRAFT', history: 'DRAFT -90', balance });
		await service.poll(0);
		service.set('I', { status: 'SENT', history: AFTER_DRAFT });
		expect(await service.poll(3)).toEqual(['I DRAFT>SENT']);
		for (const [at, changes, told] of looks) {
			service.set('I', changes);
			expect([at, ...(await service.poll(at))]).toEqual([at, ...told]);
		}
		for (const at of [30, 50]) expect(await service.poll(at)).toEqual([]);
	});
});

describe('A payment whose entry is waited for in vain', () => {
	/** Another invoice shows that payments have entries. */
	async function waitFor(): Promise<ScriptedService> {
		const service = new ScriptedService();
		const paid = 'SEND -99, PAYMENT -93 10';
		service.set('other', { status: 'PARTIAL', balance: 90, created: -700, history: paid });
		service.set('I', { status: 'DRAFT', history: 'DRAFT -90' });
		await service.poll(0);
		service.set('I', { status: 'SENT', history: 'DRAFT -90, SEND 2' });
		expect(await service.poll(3)).toEqual(['I DRAFT>SENT']);
		service.set('I', { status: 'PARTIAL', balance: 60 });
		expect(await service.poll(5)).toEqual([]);
		return service;
	}

	it('does not let an old response count at once', async () => {
		const service = await waitFor();
		service.set('I', { status: 'DRAFT', balance: 100, history: 'DRAFT -90' });
		expect(await service.poll(20)).toEqual([]);
		service.set('I', { status: 'PARTIAL', balance: 60, history: 'DRAFT -90, SEND 2' });
		expect(await service.poll(21)).toEqual(['I SENT>PARTIAL 40']);
	});

	it('is replayed once, though the entry comes during the replay', async () => {
		const service = await waitFor();
		expect(await service.poll(20)).toEqual(['I SENT>PARTIAL 40']);
		service.answer = (_status, page) => {
			const history = 'DRAFT -90, SEND 2, PAYMENT 4 40';
			if (service.at > 22) service.set('I', { history });
			return page;
		};
		expect(await service.replay(3, 21)).toEqual(['I:PARTIAL:after-SENT:0']);
	});
});

describe('A review of a partly paid invoice whose history has no payments', () => {
	it('is one event', async () => {
		const service = new ScriptedService();
		service.set('I', { status: 'PARTIAL', balance: 60, history: 'SEND -90' });
		await service.poll(0);
		service.set('I', { status: 'PENDING', history: 'SEND -90, PENDING 4' });
		expect(await service.poll(5)).toEqual(['I PARTIAL>PENDING']);
		expect(await service.poll(30)).toEqual([]);
	});
});
