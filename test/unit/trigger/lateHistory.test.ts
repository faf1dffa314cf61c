import { minute, ScriptedService, type Scripted } from './scriptedService';

describe('A history that lags behind status and balance', () => {
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
	it.each([1, 7, 14])(
		'is not waited for: each change comes at once, and its entry after %i minutes is no second event',
		async (lag) => {
			const service = new ScriptedService();
			const entries = ['SEND -90', 'PENDING 30', 'REJECTED 31', 'PAYMENT 32 40'];
			const told: string[] = [];
			for (let at = 0; at < 60; at++) {
				const history = entries.filter((entry) => Number(entry.split(' ')[1]) + lag <= at);
				const status = at < 30 ? 'SENT' : (['PENDING', 'SENT'][at - 30] ?? 'PARTIAL');
				const balance = at < 32 ? 100 : 60;
				service.set('I', { status, balance, history: history.join(', ') });
				told.push(...(await service.poll(at)));
			}
			expect(told).toEqual(['I SENT>PENDING', 'I PENDING>SENT rejected', 'I SENT>PARTIAL 40']);
		},
	);

	it('may tell several payments that came as one event, and one that came as several: none comes again', async () => {
		const several = new ScriptedService();
		several.set('I', { history: 'SEND -90' });
		await several.poll(0);
		several.set('I', { status: 'PARTIAL', balance: 70 });
		expect(await several.poll(31)).toEqual(['I SENT>PARTIAL 30']);
		several.set('I', { history: 'SEND -90, PAYMENT 30 10, PAYMENT 30 20' });
		expect(await several.poll(51)).toEqual([]);
		several.set('I', {
			balance: 65,
			history: 'SEND -90, PAYMENT 30 10, PAYMENT 30 20, PAYMENT 51 5',
		});
		expect(await several.poll(61)).toEqual(['I PARTIAL>PARTIAL 5']);

		const one = new ScriptedService();
		one.set('I', { history: 'SEND -90' });
		await one.poll(0);
		one.set('I', { status: 'PARTIAL', balance: 90 });
		expect(await one.poll(5)).toEqual(['I SENT>PARTIAL 10']);
		one.set('I', { balance: 70 });
		expect(await one.poll(10)).toEqual(['I PARTIAL>PARTIAL 20']);
		one.set('I', { history: 'SEND -90, PAYMENT 9 30' });
		expect(await one.poll(12)).toEqual([]);
		one.set('I', { balance: 65, history: 'SEND -90, PAYMENT 9 30, PAYMENT 14 5' });
		expect(await one.poll(15)).toEqual(['I PARTIAL>PARTIAL 5']);
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
		const service = new ScriptedService();
		service.set('I', { status: 'PARTIAL', balance: 70, history: 'SEND -90' });
		await service.poll(0);
		expect(await service.poll(2)).toEqual([]);
		service.set('I', { history: 'SEND -90, PAYMENT -3 30' });
		expect(await service.poll(5)).toEqual([]);
		service.set('I', { balance: 60, history: 'SEND -90, PAYMENT -3 30, PAYMENT 8 10' });
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
