import type { ListedPage } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/service';
import { serviceFailed } from './world/chance';
import { minute, paidIn, scrambled, ScriptedService, withFinished } from './scriptedService';

/** How many of them were created in the last two weeks. */
const LATELY = 14 * 24;

/** What is saved, in characters. */
const sizeOf = ({ last }: ScriptedService) => JSON.stringify(last?.state).length;

describe('A list of finished invoices', () => {
	it('is read on in the next poll where one has no time for it', async () => {
		const service = withFinished(30, { pageSize: 10 });
		service.outOfTime = () => true;
		const read: string[] = [];
		for (const at of [0, 5, 10]) {
			await service.poll(at);
			read.push(...service.requests.filter((request) => request.startsWith('PAID')));
		}
		expect(read).toEqual(['PAID 0', 'PAID 10', 'PAID 20']);
	});

	it('of which a page is not found for days loses nothing behind it', async () => {
		const service = withFinished(90, { pageSize: 10 });
		// It keeps its place in the list.
		service.set('F-55', { status: 'EXPIRED' });
		let isFound = true;
		service.answer = (status, page, offset) =>
			status === 'PAID' && offset === 30 && !isFound ? undefined : { ...page, total: undefined };
		await service.poll(0);
		isFound = false;
		service.set('F-55', paidIn(10));
		for (let hour = 1; hour < 80; hour++) expect(await service.poll(60 * hour)).toEqual([]);
		isFound = true;
		const told: string[] = [];
		for (let hour = 80; hour < 95; hour++) told.push(...(await service.poll(60 * hour)));
		expect(told).toEqual(['F-55 new>SENT', 'F-55 SENT>PAID 100']);
	});

	it('shows others beside one that cannot be looked up', async () => {
		const service = withFinished(90, { pageSize: 10 });
		service.order = scrambled;
		const details = service.details.bind(service);
		service.details = async (id) => {
			if (id === 'BROKEN') throw serviceFailed();
			return await details(id);
		};
		await service.poll(0);
		service.set('BROKEN', { created: 3 });
		for (let at = 5; at < 60; at += 5) expect(await service.poll(at)).toEqual([]);
		for (let number = 1; number < 9; number++) {
			const at = 60 + 7 * number;
			service.set(`N-${number}`, paidIn(at));
			expect(await service.poll(at + 4)).toEqual([
				`N-${number} new>SENT`,
				`N-${number} SENT>PAID 100`,
			]);
		}
	});

	it.each([-90, -9000])('without creation dates shows each once (sent %i)', async (sent) => {
		const service = new ScriptedService();
		service.set('I', { created: undefined, history: `SEND ${sent}` });
		await service.poll(0);
		const history = `SEND ${sent}, PAYMENT 4 100`;
		service.set('I', { status: 'PAID', balance: 0, history });
		expect(await service.poll(5)).toEqual(['I SENT>PAID 100']);
		for (let hour = 1; hour <= 100; hour++) expect(await service.poll(60 * hour)).toEqual([]);
	});

	it('has those of the last two weeks remembered one by one, and forgotten two weeks later', async () => {
		const service = withFinished(2000);
		for (let day = 0; day < 14; day++) {
			await service.poll(1440 * day);
			expect(sizeOf(service)).toBeGreaterThan(30 * (LATELY - 10));
		}
		for (let day = 14; day < 18; day++) await service.poll(1440 * day);
		expect(sizeOf(service)).toBeLessThan(1500);
	});

	it('shows none again that was forgotten, though it gives the day of creation only', async () => {
		const service = withFinished(30);
		service.answer = (_status, page) => ({
			...page,
			entries: page.entries.map(({ created = 0, ...entry }) => ({
				...entry,
				created: Math.ceil(created / 86_400_000) * 86_400_000,
			})),
		});
		await service.poll(0);
		service.set('I', { history: 'SEND 2', created: 2 });
		expect(await service.poll(5)).toEqual(['I new>SENT']);
		service.set('I', paidIn(2));
		const told: string[] = [];
		for (let at = 10; at < 18 * 1440; at += 30) told.push(...(await service.poll(at)));
		expect(told).toEqual(['I SENT>PAID 100']);
	});
});

describe('A list of open invoices', () => {
	it('is read on where its total is of the page, though a whole list was as long as a page', async () => {
		const service = new ScriptedService({ pageSize: 5 });
		service.answer = (_status, page) => ({ ...page, total: page.entries.length });
		for (let number = 0; number < 5; number++) service.set(`I-${number}`, { history: 'SEND -90' });
		await service.poll(0);
		await service.poll(5);
		for (let number = 5; number < 12; number++) {
			const at = 10 * number;
			service.set(`I-${number}`, { created: at - 1, history: `SEND ${at - 1}` });
			expect(await service.poll(at)).toEqual([`I-${number} new>SENT`]);
		}
	});
});

it('An old page that teaches wrongly how a service pages hides invoices in one poll only', async () => {
	const service = new ScriptedService({ pageSize: 5 });
	service.countsPages = true;
	for (let number = 0; number < 12; number++) service.set(`I-${number}`, { history: 'SEND -90' });
	const { answer } = service;
	let old: ListedPage | undefined;
	service.answer = (status, page) => (status === 'SENT' ? (old ??= page) : page);
	await service.poll(0);
	service.answer = answer;
	service.set('N', { created: 4, history: 'SEND 4' });
	expect([...(await service.poll(5)), ...(await service.poll(6))]).toEqual(['N new>SENT']);
});

describe('An invoice that changes while the lists are read', () => {
	const CHANGES: Array<[event: string, entry: string, balance: number]> = [
		['I SENT>PARTIAL 40', 'PAYMENT 5 40', 60],
		['I SENT>PAID 100', 'PAYMENT 5 100', 0],
		['I SENT>PENDING', 'PENDING 5', 100],
		['I SENT>CANCELED', 'CANCEL 5', 100],
	];
	const BEFORE: Array<[before: string, sent: number, told: string[], inPoll: number]> = [
		['known', -90, [], 1],
		['new', 4, ['I new>SENT'], 1],
		['known, without a history', -90, [], 1],
	];
	it.each(BEFORE.flatMap((before) => CHANGES.map((change) => [...change, ...before] as const)))(
		'is in two of them, and each event comes once: %s, %s %i (%s)',
		async (event, entry, balance, before, sent, told, inPoll) => {
			const service = new ScriptedService({ pageSize: 3 });
			const set = (id: string, history: string, changes = {}) =>
				service.set(id, { ...changes, ...(before.endsWith('history') ? {} : { history }) });
			const create = () => set('I', `SEND ${sent}`, { created: sent });
			if (sent < 0) create();
			for (let number = 0; number < 7; number++) set(`O-${number}`, 'SEND -90');
			await service.poll(0);
			if (sent > 0) create();
			service.answer = (list, page) => {
				const status = event.split(/[> ]/)[2];
				if (list === 'SENT' && page.entries.some(({ id }) => id === 'I'))
					set('I', `SEND ${sent}, ${entry}`, { status, balance });
				return page;
			};
			const polls: string[][] = [];
			for (let at = 5; at < 40; at += 5) polls.push(await service.poll(at));
			expect(polls.flat()).toEqual([...told, event]);
			expect(polls.slice(0, inPoll).flat()).toEqual(polls.flat());
		},
	);
});

it('An invoice that is paid while the lists are read at first is told with the time', async () => {
	const service = new ScriptedService();
	service.set('I', { history: 'SEND -90' });
	service.answer = (_list, page) => {
		if (++service.ahead === 8)
			service.set('I', { status: 'PAID', balance: 0, more: 'PAYMENT 7.5 100' });
		return page;
	};
	await service.poll(0);
	await service.poll(5);
	expect(service.eventIds).toEqual(['I:PAID:2026-03-01T12:07:30.000Z:0']);
});

it('An invoice that goes back while the lists are read at first is not new, though nothing says when it was created', async () => {
	const service = new ScriptedService();
	service.set('I', { status: 'PENDING', created: undefined });
	service.answer = (list, page) => {
		if (list === 'SENT') service.set('I', { status: 'SENT' });
		return page;
	};
	for (const at of [0, 5, 30]) expect(await service.poll(at)).toEqual([]);
});

describe('An invoice that is partly paid and in review while the lists are read', () => {
	it('comes at once: the entry of its payment shows that the answer is no old one', async () => {
		const service = new ScriptedService();
		service.set('I', { history: 'SEND -90' });
		await service.poll(0);
		service.set('I', { status: 'PARTIAL', balance: 60, history: 'SEND -90, PAYMENT 3 40' });
		service.answer = (list, page) => {
			if (list === 'PENDING') service.set('I', { status: 'PENDING' });
			return page;
		};
		expect(await service.poll(5)).toEqual(['I SENT>PARTIAL 40', 'I PARTIAL>PENDING']);
		expect(await service.poll(10)).toEqual([]);
	});
});

it('An invoice that was not found once is watched again if a list shows it', async () => {
	const service = new ScriptedService();
	service.set('I', { status: 'PARTIAL', balance: 60, history: 'SEND -90, PAYMENT -80 40' });
	await service.poll(0);
	const details = service.details.bind(service);
	service.details = async () => await Promise.resolve(undefined);
	expect(await service.poll(5)).toEqual([]);
	service.details = details;
	expect(await service.poll(10)).toEqual([]);
	service.set('I', { balance: 50, more: 'PAYMENT 12 10' });
	expect(await service.poll(15)).toEqual(['I PARTIAL>PARTIAL 10']);
});

describe('A request that fails', () => {
	it('of a list that is not found costs look-ups in turns, and no event but those of changes', async () => {
		const service = new ScriptedService({ checks: 20 });
		for (let number = 0; number < 1000; number++)
			service.set(`I-${number}`, { history: 'SEND -90' });
		await service.poll(0);
		const found = service.answer;
		service.answer = (status, page) => (status === 'SENT' ? undefined : page);
		expect(await service.poll(5)).toEqual([]);
		expect(service.requests.length).toBeLessThan(30);
		service.answer = found;
		expect(await service.poll(10)).toEqual([]);
		expect(service.requests.length).toBeLessThan(20);
		service.answer = (status, page) => (status === 'SENT' ? undefined : page);
		service.invoices.clear();
		service.set('I-1', { status: 'EXPIRED', history: 'SEND -90' });
		const told = [...(await service.poll(15)), ...(await service.poll(20))];
		for (let at = 25; at < 300 && told.length === 0; at += 5)
			told.push(...(await service.poll(at)));
		expect(told).toEqual(['I-1 SENT>EXPIRED']);
	});
});

describe('A notice', () => {
	it('that histories do not show a change comes once', async () => {
		const service = new ScriptedService();
		for (let number = 0; number < 9; number++) service.set(`I-${number}`, {});
		await service.poll(0);
		const notices: Array<string | undefined> = [];
		for (let number = 0; number < 9; number++) {
			service.set(`I-${number}`, { status: 'CANCELED' });
			expect(await service.poll(number + 1)).toHaveLength(1);
			notices.push(service.last?.notice);
		}
		expect(notices.filter(Boolean)).toEqual([
			expect.stringContaining('does not show its last change'),
		]);
	});

	it.each([-2, 2])('does not come where the clocks are %i minutes apart', async (ahead) => {
		const service = new ScriptedService();
		service.ahead = ahead;
		const history = `SEND -90, PAYMENT ${ahead - 1} 10`;
		service.set('I', { status: 'PARTIAL', balance: 90, history });
		expect(await service.poll(0)).toEqual([]);
		expect(service.last?.notice).toBeUndefined();
		service.set('I', { status: 'PAID', balance: 0, more: `PAYMENT ${4 + ahead} 90` });
		expect(await service.poll(5)).toEqual(['I PARTIAL>PAID 90']);
		expect(service.last?.notice).toBeUndefined();
	});
});

describe('The clock of the service', () => {
	it('decides what is overdue, in the lists', async () => {
		const service = new ScriptedService({ changes: ['overdue'] });
		const due = new Date(minute(3 * 1440)).toISOString().slice(0, 10);
		service.set('I', { history: 'SEND -90', due });
		expect(await service.poll(0)).toEqual([]);
		service.ahead = 4 * 1440;
		expect(await service.poll(5)).toEqual(['I SENT>SENT overdue']);
		expect(await service.poll(10)).toEqual([]);
	});
});
