import { isLong } from '../../support/long';
import { expectPolls, type Poll, type Scripted, ScriptedService } from './scriptedService';

/** Several entries of one moment are written `CREATE+SEND`. */
type Change = [event: string, status: string, amount?: number];

/** How the service shows what happens to an invoice of 100. */
interface Reading {
	/** Which events its histories have; all without. */
	recorded?: (event: string) => boolean;
	/** It gives no history at all. */
	hasNone?: true;
	/** So many minutes after its status and balance an entry shows. */
	lag?: number;
	isNewestFirst?: true;
	hasNoAmounts?: true;
	hasNoBalance?: true;
	/** By how many minutes the clock of the histories is ahead of that of the lists. */
	ahead?: number;
	/** Every second answer is the one before the last change. */
	isOldInBetween?: true;
	/** Of several changes between two polls, only the last status is known. */
	isMerged?: true;
	/** Other invoices have shown every kind of entry. */
	isKnown?: true;
}

/** In minutes. */
const NEVER = 9999;

const LIVES: Record<string, Change[]> = {
	'part payments': [
		['DRAFT', 'DRAFT'],
		['CREATE', 'CREATED'],
		['SEND', 'SENT'],
		['PAYMENT', 'PARTIAL', 20],
		['PAYMENT', 'PARTIAL', 30],
		['PAYMENT', 'PAID', 50],
	],
	'sent with its creation': [
		['CREATE+SEND', 'SENT'],
		['PAYMENT', 'PARTIAL', 40],
		['CANCEL', 'CANCELED'],
	],
	'a draft that is sent and canceled': [
		['DRAFT', 'DRAFT'],
		['SEND', 'SENT'],
		['CANCEL', 'CANCELED'],
	],
	'a review that is accepted': [
		['CREATE', 'CREATED'],
		['PENDING', 'PENDING'],
		['PAYMENT', 'PAID', 100],
	],
	'a further payment that is reviewed and accepted': [
		['SEND', 'SENT'],
		['PAYMENT', 'PARTIAL', 20],
		['PENDING', 'PENDING'],
		['PAYMENT', 'PARTIAL', 30],
		['PAYMENT', 'PAID', 50],
	],
	'reviews that are rejected': [
		['SEND', 'SENT'],
		['PENDING', 'PENDING'],
		['REJECTED', 'SENT'],
		['PENDING', 'PENDING'],
		['REJECTED', 'SENT'],
		['PAYMENT', 'PAID', 100],
	],
	'a further payment that is rejected': [
		['SEND', 'SENT'],
		['PAYMENT', 'PARTIAL', 20],
		['PENDING', 'PENDING'],
		['REJECTED', 'PARTIAL'],
		['PAYMENT', 'PAID', 80],
	],
	'a payment entered with its review': [
		['SEND', 'SENT'],
		['PAYMENT+PENDING', 'PENDING'],
		['REJECTED', 'SENT'],
		['CANCEL', 'CANCELED'],
	],
};

/** Once it is paid, nothing says whether its creation has sent it. */
const SENT_BY_CREATION: Change[] = [
	['CREATE', 'SENT'],
	['PAYMENT', 'PAID', 100],
];

/** Whether the balance tells the amount of a payment whose entry does not: of the only one since the last poll. */
function isToldByBalance(changes: readonly Change[], start: number, atOnce: number, index: number) {
	const first = index - ((index - start) % atOnce);
	const sinceLastPoll = changes.slice(first, first + atOnce);
	const isPaid = /PA/.test(sinceLastPoll.at(-1)![1]);
	return isPaid && sinceLastPoll.filter(([, , amount]) => amount !== undefined).length === 1;
}

/** What a poll after so many changes tells, from this change on. */
function wordsOf(
	changes: readonly Change[],
	start: number,
	atOnce: number,
	{ hasNoAmounts, isMerged }: Reading,
): string[] {
	const told: string[] = [];
	const step = isMerged ? atOnce : 1;
	let paid = 0;
	for (let next = start; next < changes.length; next += step) {
		const group = changes.slice(next, next + step);
		const before = changes.at(next - 1)?.[1] ?? '';
		const [event, status] = group.at(-1)!;
		paid += group.reduce((sum, [, , amount = 0]) => sum + amount, 0);
		// What is paid during a review may be what is reviewed: it comes with the next status.
		const isOpen = status === 'CANCELED' || status === 'PENDING';
		const isTold = !hasNoAmounts || isToldByBalance(changes, start, atOnce, next);
		const isPaid = paid > 0 && isTold && !isOpen;
		const from = next === 0 ? 'new' : before;
		const isRejected = event === 'REJECTED' && (step === 1 || from === 'PENDING');
		const words = [`I ${from}>${status}`, isPaid ? paid : '', isRejected ? 'rejected' : ''];
		if (from !== status || paid > 0) told.push(words.filter(Boolean).join(' '));
		if (status !== 'PENDING') paid = 0;
	}
	return told;
}

/** Others that have every kind of entry. */
function showAll(service: ScriptedService): void {
	const paid = 'DRAFT -99, CREATE -98, SEND -97, PENDING -96, REJECTED -95, PENDING -94';
	service.set('paid', { status: 'PAID', balance: 0, history: `${paid}, PAYMENT -93 100` });
	service.set('canceled', { status: 'CANCELED', history: 'CREATE -99, CANCEL -98' });
	const partial = 'SEND -99, PAYMENT -98 10, PENDING -97, REJECTED -96';
	service.set('partial', { status: 'PARTIAL', balance: 90, history: partial });
}

/** One invoice, of which so many changes happened before the activation. */
class Life {
	private readonly service = new ScriptedService();
	private readonly entries: Array<{ at: number; event: string; amount?: number }> = [];
	private now = { status: '', balance: 100, count: 0 };
	private before = this.now;
	private created = 0;
	readonly told: string[] = [];

	constructor(private readonly reading: Reading) {}

	private change(at: number, [event, status, amount]: Change): void {
		this.created ||= at;
		const { recorded = () => true } = this.reading;
		for (const each of event.split('+'))
			if (recorded(each)) this.entries.push({ at, event: each, amount });
		const balance = this.now.balance - (amount ?? 0);
		this.now = { status, balance, count: this.entries.length };
	}

	private show(now: number, isOld = false): void {
		const { lag = 0, ahead = 0, hasNoAmounts, ...reading } = this.reading;
		const { status, balance, count } = isOld ? this.before : this.now;
		const history = this.entries
			.slice(0, count)
			.filter(({ at }) => at + lag <= now)
			.map(({ at, event, amount }) =>
				[event, at + ahead, hasNoAmounts ? '' : amount].join(' ').trim(),
			);
		if (reading.isNewestFirst) history.reverse();
		this.service.set('I', {
			status,
			created: this.created,
			balance: reading.hasNoBalance ? null : balance,
			history: reading.hasNone ? undefined : history.join(', '),
		});
	}

	async live(changes: readonly Change[], start: number, atOnce: number): Promise<string[]> {
		// What came before the start is in the history by then.
		const last = -6 - Math.min(14, this.reading.lag ?? 0);
		for (const [index, change] of changes.slice(0, start).entries())
			this.change(last + 20 * (index + 1 - start), change);
		if (start > 0) this.show(0);
		if (this.reading.isKnown) showAll(this.service);
		expect(await this.service.poll(0)).toEqual([]);
		let at = atOnce === 1 ? 1 : 30;
		const { isOldInBetween = false } = this.reading;
		for (let next = start; next < changes.length + atOnce; next += atOnce) {
			if (this.created !== 0) this.before = this.now;
			for (const change of changes.slice(next, next + atOnce)) this.change((at += 0.5), change);
			if (next === 0) this.before = this.now;
			for (const [wait, isOld] of [
				[5, false],
				[8, isOldInBetween],
				[8, false],
			] as const) {
				this.show((at += wait), isOld);
				this.told.push(...(await this.service.poll(at)));
			}
		}
		expect(new Set(this.service.eventIds).size).toBe(this.told.length);
		return this.told;
	}
}

/** Of these, each change is known, however many there are between two polls. */
const WHOLE: Record<string, Reading> = {
	whole: {},
	'whole, as of others': { isKnown: true },
	'newest first': { isNewestFirst: true },
	'without amounts': { hasNoAmounts: true },
	'without balances': { hasNoBalance: true },
	'ahead of the lists': { ahead: 4 },
	'behind the lists': { ahead: -1 },
	'late by 5 minutes, as of others': { lag: 5, isKnown: true },
	'late by 12 minutes, as of others': { lag: 12, isKnown: true },
	'old in between': { isOldInBetween: true },
	'none at all': { hasNone: true, isMerged: true },
	empty: { recorded: () => false, isMerged: true },
};

const PARTIAL: Record<string, Reading> = {
	'late by 5 minutes': { lag: 5 },
	'late by 14 minutes': { lag: 14 },
	'late by 14 minutes, without balances': { lag: 14, hasNoBalance: true, isKnown: true },
	'never to come, as of others': { lag: NEVER, isKnown: true },
};

/** Every choice among the kinds of entries that a life has. */
function someEntries(changes: readonly Change[]): Array<[name: string, reading: Reading]> {
	const events = [...new Set(changes.flatMap(([event]) => event.split('+')))];
	return Array.from({ length: 2 ** events.length }, (_, choice) => {
		const kinds = events.filter((_event, place) => (choice >> place) % 2 === 1);
		return [`only ${kinds.join()}`, { recorded: (event) => kinds.includes(event) }];
	});
}

async function expectEach(
	changes: readonly Change[],
	atOnce: number,
	reading: Reading,
	by: number,
) {
	const starts = changes.map((_, start) => start);
	for (const start of isLong ? starts : new Set([0, by % starts.length])) {
		const life = new Life(reading);
		const told = await life.live(changes, start, atOnce);
		expect([start, ...told]).toEqual([start, ...wordsOf(changes, start, atOnce, reading)]);
	}
}

describe.each([...Object.entries(LIVES), ['sent by its creation', SENT_BY_CREATION] as const])(
	'The life of an invoice (%s)',
	(_, changes) => {
		const readings = [...Object.entries({ ...WHOLE, ...PARTIAL }), ...someEntries(changes)];
		it.each(readings)('comes change by change, history %s', async (__, reading) => {
			const by = readings.findIndex(([, other]) => other === reading);
			await expectEach(changes, 1, reading, by);
		});
	},
);

describe.each(Object.entries(LIVES))('The life of an invoice (%s)', (_, changes) => {
	it.each(Object.entries(WHOLE))(
		'comes whole though much happens between two polls, history %s',
		async (__, reading) => {
			for (const atOnce of [2, 9]) await expectEach(changes, atOnce, reading, atOnce);
		},
	);
});

describe('An invoice that no list showed at the start', () => {
	const PAID = { status: 'PAID', balance: 0 };
	const PART_PAID = { status: 'PARTIAL', balance: 60, history: 'SEND -90, PAYMENT 3 40' };
	it.each<[string, Partial<Scripted>, Partial<Scripted>, string[]]>([
		['nothing new', {}, {}, []],
		['nothing new, seconds before the start', { history: 'SEND -0.2' }, {}, ['I new>SENT']],
		['as old as clocks may differ', { history: 'SEND -15' }, {}, ['I new>SENT']],
		['nothing new, hardly old', { history: 'SEND -16' }, {}, []],
		['nothing new, no history', { history: undefined }, {}, []],
		['nothing new, no times', { history: 'SEND ?' }, {}, []],
		['nothing new, no entry', { ...PAID }, {}, []],
		['nothing new, a payment without an entry', { ...PAID, history: 'SEND -90' }, {}, []],
		['part paid then', PART_PAID, {}, ['I SENT>PARTIAL 40']],
		['part paid then, no entry', { ...PART_PAID, history: 'SEND -90' }, {}, []],
		['paid later', {}, { ...PAID, history: 'SEND -90, PAYMENT 8 100' }, ['I SENT>PAID 100']],
		['paid later, no entry', {}, PAID, ['I SENT>PAID 100']],
		['paid later, no times', { history: 'SEND ?' }, PAID, ['I SENT>PAID 100']],
		['new', { created: 3, history: 'SEND 3' }, {}, ['I new>SENT']],
		['new, no times', { created: 3, history: 'SEND ?' }, {}, ['I new>SENT']],
		['new, no times, clocks differ', { created: -15, history: 'SEND ?' }, {}, ['I new>SENT']],
		['new, no history', { created: 3, history: undefined }, {}, ['I new>SENT']],
	])('comes with what is new (%s)', async (_, found, then, expected) => {
		const service = new ScriptedService();
		await service.poll(0);
		service.set('I', { history: 'SEND -90', ...found });
		const told = await service.poll(5);
		service.set('I', then);
		for (const at of [10, 26]) told.push(...(await service.poll(at)));
		expect(told).toEqual(expected);
	});
});

describe('An invoice at a service whose other invoices have every kind of entry', () => {
	const PARTLY = { status: 'PARTIAL', balance: 60 };
	const PAID = { status: 'PAID', balance: 0 };
	const SENT = 'SEND -90';
	it.each<[string, Partial<Scripted>, Poll[]]>([
		[
			'sent by its creation, and the entry of that comes late',
			{ status: 'NONE' },
			[
				[5, { status: 'SENT', created: 3, history: 'CREATE 3' }, ['I new>SENT']],
				[10, { more: 'SEND 4' }, []],
			],
		],
		[
			'in review by its payment, and the entry of that comes late',
			{ history: SENT },
			[
				[5, { status: 'PENDING', more: 'PAYMENT 3 40' }, ['I SENT>PENDING 40']],
				[10, { more: 'PENDING 3' }, []],
			],
		],
		[
			'partly paid before the start, and the entries of that come late',
			{ ...PARTLY, history: '' },
			[
				[5, {}, []],
				[10, { history: 'SEND -5, PAYMENT -3 40' }, []],
				[15, { balance: 50, more: 'PAYMENT 12 10' }, ['I PARTIAL>PARTIAL 10']],
			],
		],
		[
			'paid by two payments, and the entry of one comes late',
			{ history: SENT },
			[
				[5, { ...PAID, more: 'PAYMENT 3 40' }, ['I SENT>PARTIAL 40']],
				[10, { more: 'PAYMENT 4 60' }, ['I PARTIAL>PAID 60']],
			],
		],
		[
			'paid by three payments, whose entries come one by one',
			{ history: SENT },
			[
				[5, PAID, []],
				[21, { more: 'PAYMENT 3 10' }, ['I SENT>PARTIAL 10']],
				[30, { more: 'PAYMENT 3 20' }, ['I PARTIAL>PARTIAL 20']],
				[40, { more: 'PAYMENT 4 70' }, ['I PARTIAL>PAID 70']],
			],
		],
		[
			'partly paid by two payments, and only one has an entry',
			{ history: SENT },
			[
				[5, { ...PARTLY, more: 'PAYMENT 3 10' }, ['I SENT>PARTIAL 10']],
				[19, {}, []],
				[20, {}, ['I PARTIAL>PARTIAL 30']],
			],
		],
		[
			'a draft that is sent by its creation, and the entry of that comes late',
			{ status: 'NONE' },
			[
				[
					5,
					{ status: 'SENT', created: 2, history: 'DRAFT 2, CREATE 3' },
					['I new>DRAFT', 'I DRAFT>SENT'],
				],
				[10, { more: 'SEND 4' }, []],
			],
		],
		[
			'published without email, and a rejected payment makes it sent before the entries come',
			{ status: 'NONE', deliveryMode: 'None' },
			[
				[5, { status: 'SENT', created: 3, history: 'CREATE 3' }, ['I new>CREATED']],
				[10, { more: 'PENDING 4, REJECTED 4.5' }, ['I CREATED>PENDING', 'I PENDING>SENT rejected']],
			],
		],
		[
			'canceled, and at first its history has only an update',
			{ status: 'NONE' },
			[
				[5, { status: 'CANCELED', created: 3, history: 'UPDATE 3' }, []],
				[10, { more: 'CREATE 3, CANCEL 4' }, ['I new>CREATED', 'I CREATED>CANCELED']],
			],
		],
		[
			'changed again while an entry is waited for',
			{ history: SENT },
			[
				[5, { ...PARTLY }, []],
				[15, PAID, []],
				[18, { more: 'PAYMENT 4 40' }, ['I SENT>PARTIAL 40']],
				[28, { more: 'PAYMENT 14 60' }, ['I PARTIAL>PAID 60']],
			],
		],
		[
			'sent again after it was paid',
			{ history: SENT },
			[[5, { ...PAID, more: 'PAYMENT 3 100, SEND 4, NOTED 4' }, ['I SENT>PAID 100']]],
		],
		[
			'sent again after it was partly paid',
			{ history: SENT },
			[[5, { ...PARTLY, more: 'PAYMENT 3 40, SEND 4, RESEND 4' }, ['I SENT>PARTIAL 40']]],
		],
	])('comes once: %s', async (_, start, polls) => {
		const service = new ScriptedService();
		showAll(service);
		service.set('I', start);
		await expectPolls(service, [[0, {}, []], ...polls]);
	});
});

describe('An invoice at a service whose other invoices have some kinds of entries', () => {
	const NONE = { status: 'NONE' };
	const NEW = { created: 3, history: '' };
	const REVIEWED = { status: 'PENDING', history: 'SEND -90' };
	const REJECTION = 'SEND -99, PENDING -98, REJECTED -97';
	it.each<[string, string, Partial<Scripted>, Partial<Scripted>, string]>([
		['SEND', 'began as draft', NONE, { ...NEW, status: 'DRAFT' }, 'new>DRAFT'],
		['SEND', 'began as published', NONE, { ...NEW, status: 'CREATED' }, 'new>CREATED'],
		['DRAFT -99, SEND', 'began as sent', NONE, { ...NEW, status: 'SENT' }, 'new>SENT'],
		['DRAFT -99, CREATE', 'began as published', NONE, { ...NEW, status: 'CREATED' }, 'new>CREATED'],
		[
			`${REJECTION}, CANCEL`,
			'was accepted',
			REVIEWED,
			{ status: 'PAID', balance: 0 },
			'PENDING>PAID 100',
		],
		[
			`${REJECTION}, CANCEL`,
			'was partly paid',
			{ history: 'SEND -90' },
			{ status: 'PARTIAL', balance: 60 },
			'SENT>PARTIAL 40',
		],
		[
			'DRAFT -99, SEND',
			'was canceled as draft',
			{ status: 'DRAFT', history: 'DRAFT -90' },
			{ status: 'CANCELED' },
			'DRAFT>CANCELED',
		],
		['SEND -99, PAYMENT', 'was rejected', REVIEWED, { status: 'SENT' }, 'PENDING>SENT rejected'],
		['SEND -99, PAYMENT', 'was canceled', REVIEWED, { status: 'CANCELED' }, 'PENDING>CANCELED'],
	])('comes at once (%s): none %s', async (kinds, _, start, then, event) => {
		const service = new ScriptedService();
		const status = { SEND: 'SENT', CREATE: 'CREATED', CANCEL: 'CANCELED', PAYMENT: 'PAID' }[
			kinds.split(' ').at(-1)!
		];
		service.set('old', { status, history: `${kinds} -90${status === 'PAID' ? ' 100' : ''}` });
		service.set('I', start);
		await service.poll(0);
		service.set('I', then);
		expect(await service.poll(5)).toEqual([`I ${event}`]);
		for (const at of [10, 26]) expect(await service.poll(at)).toEqual([]);
	});
});

describe('An old answer of a service without a history', () => {
	it.each([
		['DRAFT', 'SENT'],
		['SENT', 'PARTIAL'],
		['SENT', 'PAID'],
		['SENT', 'CANCELED'],
	])('is no event: %s after %s', async (before, status) => {
		const service = new ScriptedService();
		service.set('I', { status: before, balance: 60 });
		await service.poll(0);
		service.set('I', { status });
		expect(await service.poll(5)).toHaveLength(1);
		for (const [at, shown] of [
			[7, before],
			[9, status],
			[11, before],
			[13, status],
			[30, status],
		] as const) {
			service.set('I', { status: shown });
			expect(await service.poll(at)).toEqual([]);
		}
	});

	it('is believed if it stays for a quarter of an hour', async () => {
		const service = new ScriptedService();
		service.set('I', { status: 'CREATED' });
		await service.poll(0);
		service.set('I', { status: 'DRAFT' });
		for (const at of [5, 10, 19]) expect(await service.poll(at)).toEqual([]);
		expect(await service.poll(20)).toEqual(['I CREATED>DRAFT']);
		expect(await service.poll(25)).toEqual([]);
	});
});

describe('Creating and sending', () => {
	const SECOND = 1 / 60;
	it.each<[string, Partial<Scripted>, string[]]>([
		['at once', { history: 'CREATE 3, SEND 3' }, ['I new>SENT']],
		[
			'300 ms apart, without email',
			{ status: 'CREATED', deliveryMode: 'None', history: `CREATE 3, SEND ${3 + 0.3 * SECOND}` },
			['I new>CREATED'],
		],
		[
			'a draft without email, paid since',
			{
				status: 'PAID',
				balance: 0,
				deliveryMode: 'None',
				history: 'DRAFT 1, SEND 2, PAYMENT 3 100',
			},
			['I new>DRAFT', 'I DRAFT>CREATED', 'I CREATED>PAID 100'],
		],
		[
			'one entry by email, paid since',
			{ status: 'PAID', balance: 0, deliveryMode: 'Email', history: 'CREATE 2, PAYMENT 3 100' },
			['I new>SENT', 'I SENT>PAID 100'],
		],
	])('is reported as the delivery mode says: %s', async (_, invoice, expected) => {
		const service = new ScriptedService();
		await service.poll(0);
		service.set('I', { created: 1, ...invoice });
		expect(await service.poll(5)).toEqual(expected);
	});

	it.each([
		['drafted first', 'DRAFT 6', 'I DRAFT>PAID 100'],
		['without an entry', '', 'I new>PAID 100'],
	])(
		'without email is not waited for, where only sending and drafts have entries: %s',
		async (_, history, expected) => {
			const service = new ScriptedService();
			service.set('other', { history: 'DRAFT -90, SEND -80', deliveryMode: 'Email' });
			await service.poll(0);
			service.set('I', { status: 'PAID', balance: 0, created: 6, history, deliveryMode: 'None' });
			const told = await service.poll(10);
			expect(told.at(-1)).toBe(expected);
		},
	);
});

describe('The identifier of an event', () => {
	it('tells payments of one moment apart, and changes without a time by what was before', async () => {
		const service = new ScriptedService();
		service.set('I', { history: 'SEND -90' });
		await service.poll(0);
		service.set('I', {
			status: 'PARTIAL',
			balance: 70,
			history: 'SEND -90, PAYMENT 4 10, PAYMENT 4 20',
		});
		service.set('K', { created: 3, status: 'CANCELED', history: 'SEND 3' });
		await service.poll(5);
		expect(service.eventIds).toEqual([
			'K:SENT:2026-03-01T12:03:00.000Z:0',
			'I:PARTIAL:2026-03-01T12:04:00.000Z:0',
			'I:PARTIAL:2026-03-01T12:04:00.000Z:1',
			'K:CANCELED:after-SENT:0',
		]);

		const other = new ScriptedService();
		await other.poll(0);
		other.set('J', { created: 3 });
		await other.poll(5);
		other.set('J', { status: 'PENDING' });
		await other.poll(10);
		other.set('J', { status: 'CANCELED' });
		await other.poll(15);
		expect(other.eventIds).toEqual([
			'J:SENT:after-nothing:0',
			'J:PENDING:after-SENT:1',
			'J:CANCELED:after-PENDING:2',
		]);
	});
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
});
