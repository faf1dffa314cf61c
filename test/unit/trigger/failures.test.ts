import { ScriptedService } from './scriptedService';
import { serviceFailed } from './world/chance';

const OLD = 'SEND -90';
const ids = Array.from({ length: 25 }, (_, number) => `I-${String(number).padStart(2, '0')}`);

/** It cannot look up some invoices. */
class BrokenService extends ScriptedService {
	readonly broken = new Set<string>();

	get lookUps(): number {
		return this.requests.filter((request) => request.startsWith('I-')).length;
	}

	override async details(id: string) {
		if (!this.broken.has(id)) return await super.details(id);
		this.requests.push(id);
		throw serviceFailed();
	}

	/** Whole, or a further part. */
	pay(names: readonly string[], at: number, amount = 100): void {
		for (const id of names) {
			const { balance, history } = this.invoices.get(id)!;
			const left = Number(balance ?? 100) - amount;
			const status = left === 0 ? 'PAID' : 'PARTIAL';
			this.set(id, { status, balance: left, history: `${history}, PAYMENT ${at} ${amount}` });
		}
	}
}

async function watchMany(settings = {}): Promise<BrokenService> {
	const service = new BrokenService(settings);
	for (const id of ids) service.set(id, { history: OLD });
	await service.poll(0);
	return service;
}

describe('Lists that fail', () => {
	it.each([
		[503, 1],
		[500, 1],
		[401, 1],
		[0, 1],
		[403, 5],
	])('all with %i end the poll after %i requests', async (status, requests) => {
		const service = await watchMany();
		service.answer = () => {
			throw serviceFailed(status);
		};
		expect(await service.poll(5)).toEqual([]);
		expect(service.requests).toHaveLength(requests);
	});

	it.each([503, 403])('some with %i do not keep back the others', async (status) => {
		const service = await watchMany();
		service.answer = (list, page) => {
			if (['CREATED', 'PENDING', 'PARTIAL'].includes(list)) throw serviceFailed(status);
			return page;
		};
		service.pay(ids.slice(0, 1), 4);
		expect(await service.poll(5)).toHaveLength(1);
	});
});

describe('Look-ups that fail', () => {
	it('of some are left alone for longer and longer, are named, and keep back nobody', async () => {
		const service = await watchMany();
		const bad = ids.slice(0, 5);
		for (const id of bad) service.broken.add(id);
		service.pay(ids, 4);
		const told: string[] = [];
		const vain: number[] = [];
		for (let at = 5; at < 25; at++) {
			told.push(...(await service.poll(at)));
			if (service.lookUps > 0) vain.push(at);
		}
		expect(told).toHaveLength(20);
		expect(Object.keys(service.state!.failing).sort()).toEqual(bad);
		expect(vain).toEqual([5, 6, 7, 8, 10, 14, 22]);
		for (let at = 60; at < 3000; at += 60) expect(await service.poll(at)).toEqual([]);
		service.broken.clear();
		expect((await service.poll(3000 + 6 * 60)).sort()).toEqual(
			bad.map((id) => `${id} SENT>PAID 100`),
		);
		expect(service.state!.failing).toEqual({});
		expect(await service.poll(3001 + 6 * 60)).toEqual([]);
	});

	it('of some in a replay are given up, and named', async () => {
		const service = await watchMany();
		service.pay(ids, 4);
		expect(await service.poll(5)).toHaveLength(25);
		const [bad] = ids;
		service.broken.add(bad);
		expect(await service.replay(1, 5)).toHaveLength(24);
		expect(service.last?.notice).toBe(
			`These invoices could not be read and are not replayed: ${bad}.`,
		);
	});

	it('between others that succeed do not end the poll', async () => {
		const service = await watchMany();
		for (const [index, id] of ids.entries()) if (index % 2 === 0) service.broken.add(id);
		service.pay(ids, 4);
		expect(await service.poll(5)).toHaveLength(12);
		expect(service.lookUps).toBe(25);
	});

	it('one after the other end the poll early', async () => {
		const service = await watchMany();
		for (const id of ids) service.broken.add(id);
		service.pay(ids, 4);
		expect(await service.poll(5)).toEqual([]);
		expect(service.last?.failure).toMatchObject({ status: 503 });
		expect(service.lookUps).toBe(10);
		service.broken.clear();
		expect(await service.poll(6)).toHaveLength(25);
	});

	it('of an invoice that only an old list showed open are not kept for good', async () => {
		const service = await watchMany();
		const [id] = ids;
		service.pay([id], 4);
		expect(await service.poll(5)).toHaveLength(1);
		service.answer = (status, page) =>
			status === 'SENT' ? { ...page, entries: [...page.entries, { id, status }] } : page;
		service.broken.add(id);
		await service.poll(6);
		service.answer = (_status, page) => page;
		await service.poll(7);
		expect(service.state!.failing).toEqual({});
		expect(await service.poll(8)).toEqual([]);
	});

	it('because a list is asked for too often keep what an earlier poll has left', async () => {
		const service = await watchMany();
		service.pay(ids, 4);
		service.settings = { limit: 5 };
		expect(await service.poll(5)).toHaveLength(5);
		const { backlog } = service.state!;
		expect(backlog.length).toBeGreaterThan(0);
		service.answer = () => {
			throw serviceFailed(429);
		};
		expect(await service.poll(6)).toEqual([]);
		expect(service.state!.backlog).toEqual(backlog);
		service.answer = (_status, page) => page;
		service.settings = {};
		expect(await service.poll(7)).toHaveLength(20);
	});
});

describe('Where there is no time to look up all of many invoices in one poll', () => {
	/** The time of a poll is up after so many groups of look-ups. */
	const hurry = (service: ScriptedService, groups: number) => {
		let looks = 0;
		service.outOfTime = () => looks++ >= groups;
	};

	it('some are looked up in each poll, though the lists take all of it', async () => {
		const service = await watchMany();
		service.pay(ids, 4);
		service.outOfTime = () => true;
		for (let at = 5; at < 9; at++) expect((await service.poll(at)).length).toBeGreaterThan(4);
	});

	it('those that have failed come last', async () => {
		const service = await watchMany();
		for (const id of ids.slice(0, 5)) service.broken.add(id);
		service.pay(ids, 4);
		const told: string[] = [];
		service.outOfTime = () => true;
		for (const at of [5, 6]) told.push(...(await service.poll(at)));
		expect(told).toHaveLength(5);
	});

	it('the partly paid ones take turns, and none is left out', async () => {
		const service = await watchMany({ changes: ['partlyPaid'] });
		service.pay(ids, 4, 10);
		expect(await service.poll(5)).toHaveLength(25);
		service.pay(ids, 6, 10);
		const told: string[] = [];
		for (let at = 10; at < 15; at++) {
			hurry(service, 1);
			told.push(...(await service.poll(at)));
		}
		expect(told.sort()).toEqual(ids.map((id) => `${id} PARTIAL>PARTIAL 10`));
	});
});
