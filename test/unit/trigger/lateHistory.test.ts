import type { InvoiceChange } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
import { EVERY_CHANGE } from '../../support/triggerSettings';
import { expectPolls, minute, type Poll, type Scripted, ScriptedService } from './scriptedService';

const SENT = 'SEND -90';
const PARTLY = { status: 'PARTIAL', balance: 60 };
const PAID = { status: 'PAID', balance: 0 };
const AS_SENT = { history: SENT };
const PARTLY_BEFORE = 'SEND -90, PAYMENT -80 40';
const DRAFT = { status: 'DRAFT', history: 'DRAFT -90' };
const DRAFT_SENT = 'DRAFT -90, SEND 2';
const SENDING: Poll = [3, { status: 'SENT', history: DRAFT_SENT }, ['I DRAFT>SENT']];
const LATE_PAYMENT = `${DRAFT_SENT}, PAYMENT 4 40`;
const REJECTED = 'I PENDING>PARTIAL rejected';
const ACCEPTED = 'I PENDING>PARTIAL 40';

/** Another invoice shows that payments have entries. */
const OTHER = { ...PARTLY, balance: 90, created: -700, history: 'SEND -99, PAYMENT -93 10' };

/** A service with the invoice as it is at the activation. */
async function watch(start: Partial<Scripted>, other?: Partial<Scripted>) {
	const service = new ScriptedService();
	if (other) service.set('other', other);
	service.set('I', start);
	expect(await service.poll(0)).toEqual([]);
	return service;
}

describe('A history or balance that lags', () => {
	it.each<[string, Partial<Scripted>, Poll[]]>([
		[
			'the first of three payments is a part payment, though the invoice is paid by then',
			AS_SENT,
			[
				[5, { ...PAID, more: 'PAYMENT 2 10' }, ['I SENT>PARTIAL 10']],
				[10, { more: 'PAYMENT 3 20, PAYMENT 4 70' }, ['I PARTIAL>PARTIAL 20', 'I PARTIAL>PAID 70']],
			],
		],
		[
			'a balance that lags is no second payment',
			AS_SENT,
			[
				[5, { status: 'PARTIAL', more: 'PAYMENT 4 40' }, ['I SENT>PARTIAL 40']],
				[10, { balance: 60 }, []],
			],
		],
		['it is no rejection', AS_SENT, [[5, { status: 'PARTIAL' }, ['I SENT>PARTIAL']]]],
		[
			'several payments that came as one do not come again',
			AS_SENT,
			[
				[31, { status: 'PARTIAL', balance: 70 }, ['I SENT>PARTIAL 30']],
				[51, { more: 'PAYMENT 30 10, PAYMENT 30 20' }, []],
				[61, { balance: 65, more: 'PAYMENT 51 5' }, ['I PARTIAL>PARTIAL 5']],
			],
		],
		[
			'nor does one that came as several',
			AS_SENT,
			[
				[5, { status: 'PARTIAL', balance: 90 }, ['I SENT>PARTIAL 10']],
				[10, { balance: 70 }, ['I PARTIAL>PARTIAL 20']],
				[12, { more: 'PAYMENT 9 30' }, []],
				[15, { balance: 65, more: 'PAYMENT 14 5' }, ['I PARTIAL>PARTIAL 5']],
			],
		],
		[
			'earlier entries that come first are no second event',
			{ status: 'NONE' },
			[
				[5, { status: 'SENT', created: 4, history: '' }, ['I new>SENT']],
				[10, { ...PARTLY, history: 'DRAFT 3' }, ['I SENT>PARTIAL 40']],
				[15, { more: 'SEND 4' }, []],
				[20, { more: 'PAYMENT 9 40' }, []],
			],
		],
		...['DRAFT 1, SEND 2', 'DRAFT 14, SEND 15'].map((history): [string, object, Poll[]] => [
			`what led to the status at the start is not new, though it is dated later (${history})`,
			{ history },
			[[17, { status: 'PENDING', history: `${history}, PENDING 16` }, ['I SENT>PENDING']]],
		]),
		[
			'what came long after the start is new, though it led back to the status at the start',
			{ history: 'CREATE -90' },
			[
				[
					25,
					{ status: 'CANCELED', more: 'PENDING 20, REJECTED 21, CANCEL 22' },
					['I SENT>PENDING', 'I PENDING>SENT rejected', 'I SENT>CANCELED'],
				],
			],
		],
		[
			'a payment from before the start is not new, though its entry comes after it',
			{ ...PARTLY, balance: 70, history: SENT },
			[
				[2, {}, []],
				[5, { more: 'PAYMENT -3 30' }, []],
				[10, { balance: 60, more: 'PAYMENT 8 10' }, ['I PARTIAL>PARTIAL 10']],
			],
		],
		[
			'a payment without a balance is one event',
			{ ...DRAFT, balance: null },
			[
				SENDING,
				[5, { ...PARTLY, balance: null }, ['I SENT>PARTIAL']],
				[10, { more: 'PAYMENT 4 40' }, []],
			],
		],
		[
			'so is one in a response without history',
			DRAFT,
			[
				SENDING,
				[5, { ...PARTLY, history: undefined }, []],
				[10, { history: LATE_PAYMENT }, ['I SENT>PARTIAL 40']],
			],
		],
		[
			'so is one whose response stays without history',
			DRAFT,
			[
				SENDING,
				[5, { ...PARTLY, history: undefined }, []],
				[20, {}, ['I SENT>PARTIAL 40']],
				[25, { history: LATE_PAYMENT }, []],
			],
		],
		[
			'so is one of a service that keeps only the last entry',
			DRAFT,
			[SENDING, [5, { ...PARTLY, history: 'PAYMENT 4 40' }, []], [20, {}, ['I SENT>PARTIAL']]],
		],
		[
			'the balance gives the amount that one entry lacks',
			AS_SENT,
			[
				[6, { ...PARTLY, more: 'PAYMENT 5' }, ['I SENT>PARTIAL 40']],
				[8, { balance: 50, more: 'PAYMENT 7' }, ['I PARTIAL>PARTIAL 10']],
				[
					10,
					{ ...PAID, more: 'PAYMENT 9 20, PAYMENT 9' },
					['I PARTIAL>PARTIAL 20', 'I PARTIAL>PAID 30'],
				],
			],
		],
	])('%s', async (_, start, polls) => await expectPolls(await watch(start), polls));

	it('does not let an old response count at once while an entry is waited for', async () => {
		await expectPolls(await watch(DRAFT, OTHER), [
			SENDING,
			[5, PARTLY, []],
			[20, { ...DRAFT, balance: 100 }, []],
			[21, { ...PARTLY, more: 'SEND 2' }, ['I SENT>PARTIAL 40']],
		]);
	});

	it('is waited for once where entries do not come any more', async () => {
		const paid = { ...PAID, history: 'SEND -99, PAYMENT -93 100' };
		await expectPolls(await watch(AS_SENT, paid), [
			[5, PARTLY, []],
			[20, {}, ['I SENT>PARTIAL 40']],
			[25, { balance: 50 }, ['I PARTIAL>PARTIAL 10']],
		]);
	});

	it('tells what was paid before the start, though only a list showed the invoice then', async () => {
		const service = new ScriptedService({ checks: 0 });
		service.set('I', { ...PARTLY, history: PARTLY_BEFORE });
		service.set('other', OTHER);
		await expectPolls(service, [
			[0, {}, []],
			[5, PAID, []],
			[20, {}, ['I PARTIAL>PAID 60']],
		]);
	});
});

describe('A review', () => {
	const rejected = (status: string): Poll => [5, { status }, [`I PENDING>${status} rejected`]];
	const accepted = (balance: number | null): Poll => [
		5,
		{ ...PAID, balance },
		['I PENDING>PAID 100'],
	];

	it.each<[string, Partial<Scripted>, Poll[]]>([
		...[SENT, 'DRAFT -95, SEND -90', '', undefined].map((history): [string, object, Poll[]] => [
			`that began before the start is rejected (history ${history})`,
			{ status: 'PENDING', history },
			[rejected('SENT')],
		]),
		['of a created one', { status: 'PENDING', history: 'CREATE -90' }, [rejected('CREATED')]],
		['is accepted', { status: 'PENDING', history: SENT }, [accepted(0)]],
		['is accepted, no balance', { status: 'PENDING', history: SENT }, [accepted(null)]],
		[
			'is canceled',
			{ status: 'PENDING', history: SENT },
			[[5, { status: 'CANCELED' }, ['I PENDING>CANCELED']]],
		],
		['is not reported while nothing happens', { status: 'PENDING', history: SENT }, []],
		['nor without times', { status: 'PENDING', history: 'SEND ?, PAYMENT ? 100' }, []],
		...[PARTLY_BEFORE, undefined].flatMap((history): Array<[string, object, Poll[]]> => {
			const start = { ...PARTLY, status: 'PENDING', history };
			const then = (balance: number, ...told: string[]): Poll => [
				5,
				{ status: 'PARTIAL', balance },
				told,
			];
			return [
				[`is rejected, partly paid before (${history})`, start, [then(60, REJECTED)]],
				[
					`is accepted, partly paid before (${history})`,
					start,
					history ? [then(20), [20, {}, [ACCEPTED]]] : [then(20, ACCEPTED)],
				],
			];
		}),
		...[15, 30].map((at): [string, object, Poll[]] => [
			`ends before a new payment in minute ${at}`,
			{ ...PARTLY, status: 'PENDING', history: PARTLY_BEFORE },
			[
				[10, { status: 'PARTIAL' }, [REJECTED]],
				[at, { ...PAID, history: `${PARTLY_BEFORE}, PAYMENT ${at - 2} 60` }, ['I PARTIAL>PAID 60']],
			],
		]),
		...(
			[
				[60, 60, PARTLY_BEFORE, REJECTED],
				[20, 60, PARTLY_BEFORE, REJECTED],
				[60, 20, undefined, 'I PENDING>PARTIAL 40'],
				[20, 20, undefined, 'I PENDING>PARTIAL 40'],
			] as const
		).map(([during, after, history, told]): [string, object, Poll[]] => [
			`is judged by the balance before it (${during} during, ${after} after, ${history})`,
			{ ...PARTLY, history },
			[
				[5, {}, []],
				[10, { status: 'PENDING', balance: during }, ['I PARTIAL>PENDING']],
				[15, { status: 'PARTIAL', balance: after }, [told]],
			],
		]),
		[
			'without a balance does not take a later payment for its own',
			{ status: 'PENDING', balance: null, history: PARTLY_BEFORE },
			[
				[20, { status: 'PARTIAL' }, ['I PENDING>PARTIAL']],
				[1445, { more: 'PAYMENT 1440 10' }, ['I PARTIAL>PARTIAL 10']],
			],
		],
		[
			'has no amount if nothing says what was paid before',
			{ balance: null },
			[
				[20, { status: 'PARTIAL' }, ['I SENT>PARTIAL']],
				[25, { status: 'PENDING' }, ['I PARTIAL>PENDING']],
				[30, { status: 'PAID' }, ['I PENDING>PAID']],
			],
		],
		[
			'may end in the minute in which it was reported',
			AS_SENT,
			[
				[4, { status: 'PENDING' }, ['I SENT>PENDING']],
				[5, { status: 'CANCELED', more: 'CANCEL 4.5' }, []],
				[20, {}, ['I PENDING>CANCELED']],
			],
		],
		[
			'of a payment entered before it is a part payment, too',
			AS_SENT,
			[
				[
					6,
					{ ...PARTLY, status: 'PENDING', more: 'PAYMENT 4 40, PENDING 5' },
					['I SENT>PARTIAL 40', 'I PARTIAL>PENDING'],
				],
			],
		],
		...(
			[
				['for the same moment', 'PAYMENT 4 40, PENDING 4', 100, ''],
				['for the same moment, and counts', 'PAYMENT 4 40, PENDING 4', 60, ''],
				['alone, as all that is left', 'PAYMENT 4 100', 100, ' 100'],
				['alone, and counts', 'PAYMENT 4 100', 0, ' 100'],
				['alone, and counts, as text', 'PAYMENT 4 100', '0.00', ' 100'],
			] as const
		).map(([name, entries, balance, paid]): [string, object, Poll[]] => [
			`of a payment that is entered ${name}, may be rejected`,
			AS_SENT,
			[
				[
					5,
					{ status: 'PENDING', balance, history: `${SENT}, ${entries}` },
					[`I SENT>PENDING${paid}`],
				],
				[21, {}, []],
				[
					25,
					{ status: 'SENT', balance: 100, history: `${SENT}, ${entries}, REJECTED 24` },
					['I PENDING>SENT rejected'],
				],
			],
		]),
		...[60, null].map((balance): [string, object, Poll[]] => [
			`is not the payment before it, if its own entry is late (balance ${balance})`,
			{ history: `${SENT}, PENDING -80, REJECTED -70` },
			[
				[5, { status: 'PENDING', balance, more: 'PAYMENT 3' }, ['I SENT>PARTIAL']],
				[10, { more: 'PENDING 4' }, ['I PARTIAL>PENDING']],
			],
		]),
		[
			'is the payment, where reviews have no entry of their own',
			{ history: `${SENT}, PAYMENT -80, REJECTED -70` },
			[[5, { ...PARTLY, status: 'PENDING', more: 'PAYMENT 3' }, ['I SENT>PENDING']]],
		],
		[
			'counts once if it is accepted without another entry',
			AS_SENT,
			[
				[
					5,
					{ ...PAID, more: 'PAYMENT 3 100, PENDING 4' },
					['I SENT>PARTIAL 100', 'I PARTIAL>PENDING', 'I PENDING>PAID'],
				],
			],
		],
		[
			'is no second event if its payment is entered later',
			AS_SENT,
			[
				[4, { status: 'PENDING' }, ['I SENT>PENDING']],
				[5, { more: 'PAYMENT 3 100' }, []],
			],
		],
		[
			'is no second event if both entries come after it was rejected',
			AS_SENT,
			[
				[5, { status: 'PENDING' }, ['I SENT>PENDING']],
				[10, { status: 'SENT' }, ['I PENDING>SENT rejected']],
				[15, { status: 'CANCELED', more: 'PAYMENT 4 40, PENDING 4' }, ['I SENT>CANCELED']],
				[20, { more: 'REJECTED 9' }, []],
			],
		],
		[
			'of a partly paid one whose history has no payments is one event',
			{ ...PARTLY, history: SENT },
			[[5, { status: 'PENDING', more: 'PENDING 4' }, ['I PARTIAL>PENDING']]],
		],
	])('%s', async (_, start, polls) => await expectPolls(await watch(start), polls));

	const REJECTION = 'I-7 PENDING>SENT rejected';
	it.each<[readonly InvoiceChange[], string[]]>([
		[EVERY_CHANGE.changes, [REJECTION, 'I-7 SENT>PENDING']],
		[['paymentRejected'], [REJECTION]],
		[['pendingReview'], ['I-7 SENT>PENDING']],
	])(
		'and another one between two polls come in turns, though no list shows them: %j',
		async (changes, expected) => {
			const service = new ScriptedService({ checks: 5, changes: [...changes] });
			for (let number = 0; number < 15; number++)
				service.set(`I-${number}`, { status: 'PENDING', history: `${SENT}, PENDING -80` });
			await service.poll(0);
			service.set('I-7', { history: `${SENT}, PENDING -80, REJECTED 3, PENDING 4` });
			const told: string[] = [];
			for (const at of [5, 10, 15]) told.push(...(await service.poll(at)));
			expect(told).toEqual(expected);
		},
	);
});

describe('What came without its entry', () => {
	it.each([4.5, 5.5, 6])(
		'is no second event if the entry is dated minute %d, in a replay neither',
		async (dated) => {
			const service = await watch(AS_SENT);
			await expectPolls(service, [
				[5, PARTLY, ['I SENT>PARTIAL 40']],
				[10, { history: `${SENT}, PAYMENT ${dated} 40` }, []],
			]);
			expect(await service.replay(1, 31)).toHaveLength(1);
		},
	);

	it('is no second event if an old list asks for a paid invoice again', async () => {
		const service = await watch(AS_SENT);
		service.settings = { changes: [...EVERY_CHANGE.changes, 'overdue'] };
		const due = '2026-03-01';
		const isOpen = { id: 'I', status: 'SENT', created: minute(-600), due };
		await expectPolls(service, [[5, PAID, ['I SENT>PAID 100']]]);
		service.answer = (status, page) => (status === 'SENT' ? { ...page, entries: [isOpen] } : page);
		await expectPolls(service, [[50, { history: `${SENT}, PAYMENT 3 40, PAYMENT 4 60` }, []]]);
		expect(service.requests).toContain('I');
		service.set('I', { status: 'SENT', balance: 100, due });
		expect(await service.poll(750)).toEqual([]);
	});

	it('is remembered from when it was seen paid, though its last entry is three weeks old', async () => {
		const service = await watch({ status: 'NONE' });
		const later = 21 * 24 * 60;
		await expectPolls(service, [
			[5, { status: 'SENT', created: 4, history: 'SEND 4' }, ['I new>SENT']],
			[later, PAID, ['I SENT>PAID 100']],
		]);
		expect(await service.replay(later - 5, later + 5)).toEqual(['I:PAID:after-SENT:0']);
	});

	it('is replayed once, though the entry comes during the replay', async () => {
		const service = await watch(DRAFT, OTHER);
		await expectPolls(service, [SENDING, [5, PARTLY, []], [20, {}, ['I SENT>PARTIAL 40']]]);
		const end = service.at;
		service.answer = (_status, page) => {
			if (service.at > end + 2) service.set('I', { history: LATE_PAYMENT });
			return page;
		};
		expect(await service.replay(3, 21)).toEqual(['I:PARTIAL:after-SENT:0']);
	});

	it.each([
		['no history', undefined],
		['an entry for sending only', 'SEND -500'],
	])('is replayed as it was reported: %s', async (_, history) => {
		const service = new ScriptedService();
		for (const id of ['OLD', 'A', 'B']) service.set(id, { history });
		service.set('OLD', PAID);
		await service.poll(0);
		service.set('A', PARTLY);
		await service.poll(5);
		service.set('A', PAID);
		service.set('B', { status: 'PENDING' });
		await service.poll(10);
		service.set('B', { status: 'SENT' });
		await service.poll(15);
		const reported = [...service.eventIds];
		expect(reported).toHaveLength(4);
		expect((await service.replay(1, 16)).sort()).toEqual(reported.toSorted());
		expect(await service.replay(11, 16)).toEqual(reported.slice(3));
	});

	it.each([
		['before the start', -10, 0],
		['more than two weeks ago', 1, 15 * 1440],
	])(
		'and that a replay from %s cannot have is in a notice, though there is no event',
		async (_, from, now) => {
			const service = await watch({ ...PAID, history: SENT });
			await service.poll(now);
			expect(await service.replay(from, from + 11)).toEqual([]);
			expect(service.last?.notice).toContain('does not say when some changes happened');
		},
	);
});
