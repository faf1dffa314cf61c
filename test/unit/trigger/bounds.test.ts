import { promised } from './guide';
import { paidIn, scrambled, type ScriptedService, withFinished } from './scriptedService';

const OLD = 'SEND -9000';
const PAID = { status: 'PAID', balance: 0 };

/** 150 open invoices on two pages, 1,000 paid ones. */
async function watching(prepare: (service: ScriptedService) => void = () => {}) {
	const service = withFinished(1000);
	for (let number = 0; number < 150; number++) service.set(`O-${number}`, { history: OLD });
	service.order = scrambled;
	prepare(service);
	await service.poll(0);
	const poll = async (at: number) => {
		const told = await service.poll(at);
		return { told, requests: service.requests.length };
	};
	return { service, poll };
}

const IDLE = { told: [], requests: promised('Nothing happened') };

describe('The requests of a poll over 150 open and 1,000 paid invoices, as the guide gives them', () => {
	it('when nothing happened', async () => {
		const { poll } = await watching();
		expect(await poll(1)).toEqual(IDLE);
	});

	it.each([OLD, undefined])('when one invoice was paid, history "%s"', async (history) => {
		const { service, poll } = await watching((each) => each.set('O-3', { history }));
		service.set('O-3', { ...PAID, ...(history && { history: `${history}, PAYMENT 2 100` }) });
		const requests = promised('One invoice was paid');
		expect(await poll(2)).toEqual({ told: ['O-3 SENT>PAID 100'], requests });
		expect(await poll(3)).toEqual(IDLE);
	});

	it('when ten changed', async () => {
		const { service, poll } = await watching();
		const history = `${OLD}, PAYMENT 1 100`;
		for (let number = 0; number < 10; number++) service.set(`O-${number}`, { ...PAID, history });
		const { told, requests } = await poll(2);
		expect([told.length, requests]).toEqual([10, promised('Ten invoices were paid')]);
	});

	it('when one invoice was paid and its history lags, until the entry is there', async () => {
		const { service, poll } = await watching();
		service.set('O-1', { ...PAID, history: `${OLD}, PAYMENT 1 100` });
		await poll(2);
		service.set('O-3', PAID);
		const requests = promised('One invoice was paid');
		for (const at of [3, 4]) expect(await poll(at)).toEqual({ told: [], requests });
		service.set('O-3', { history: `${OLD}, PAYMENT 3 100` });
		expect(await poll(5)).toEqual({ told: ['O-3 SENT>PAID 100'], requests });
		expect(await poll(6)).toEqual(IDLE);
	});

	it('when one was created and paid since the last poll, at most', async () => {
		const { service, poll } = await watching();
		service.set('N', paidIn(1));
		const polls = [await poll(3), await poll(4)];
		expect(polls.flatMap(({ told }) => told)).toEqual(['N new>SENT', 'N SENT>PAID 100']);
		const most = promised('One was created and paid');
		for (const { requests } of polls) expect(requests).toBeLessThanOrEqual(most);
		expect(await poll(5)).toEqual(IDLE);
	});

	it('when 40 are in a status without a list', async () => {
		const { service, poll } = await watching();
		for (let number = 0; number < 40; number++) service.set(`O-${number}`, { status: 'EXPIRED' });
		expect([...(await poll(1)).told, ...(await poll(2)).told]).toHaveLength(40);
		expect(await poll(3)).toEqual({ ...IDLE, requests: expect.any(Number) });
	});

	it('when the service does not count its lists', async () => {
		const { poll } = await watching((service) => {
			service.answer = (_status, page) => ({ ...page, total: undefined });
		});
		await poll(1);
		expect(await poll(2)).toEqual({ told: [], requests: promised('The lists have no total') });
	});
});

describe('A list of finished invoices that does not only grow', () => {
	it('loses old entries, and what comes in the meantime is still found', async () => {
		const service = withFinished(500);
		for (const [id] of service.invoices) service.set(id, { created: undefined });
		await service.poll(0);
		const told: string[] = [];
		for (let day = 0; day < 5; day++) {
			for (let each = 0; each < 20; each++) service.invoices.delete(`F-${20 * day + each}`);
			service.set(`N-${day}`, { ...paidIn(60 * day + 10), created: undefined });
			for (const at of [60 * day + 60, 60 * day + 61]) told.push(...(await service.poll(at)));
		}
		expect(told).toHaveLength(10);
	});

	it.each([2, 3, 4, 6])(
		'grows right after its page was read, in %i polls in a row, and costs nothing later',
		async (busy) => {
			const service = withFinished(12);
			for (let number = 0; number < 10; number++) service.set(`O-${number}`, { history: OLD });
			await service.poll(0);
			const told: string[] = [];
			for (let at = 1; at < 30; at++) {
				service.answer = (status, page) => {
					const history = `${OLD}, PAYMENT ${at} 100`;
					if (status === 'PAID' && at <= busy) service.set(`O-${at}`, { ...PAID, history });
					return page;
				};
				told.push(...(await service.poll(at)));
				if (at > busy + 1) expect(service.requests).toHaveLength(7);
			}
			expect(told).toHaveLength(busy);
		},
	);
});

describe('10,000 invoices, of which 2,000 are open', () => {
	it('need 40 bytes of state for each open one, 150 when it was reported as overdue and expired', async () => {
		const service = withFinished(8000);
		for (let number = 0; number < 2000; number++) {
			service.set(`2026-SENT-${number}`, {
				history: OLD,
				due: '2026-03-05',
				expires: '31-03-2026',
			});
		}
		service.settings = { changes: ['overdue', 'expired'], limit: 10_000 };
		await service.poll(0);
		const finished = 60 * 14 * 24;
		expect(JSON.stringify(service.state).length).toBeLessThan(2000 * 40 + finished + 1500);
		expect(await service.poll(40 * 1440)).toHaveLength(4000);
		expect(JSON.stringify(service.state).length).toBeLessThan(2000 * 150 + finished);
	});

	it('come in the order in which they were created', async () => {
		const service = withFinished(5, { limit: 4 });
		service.order = scrambled;
		await service.poll(0);
		const ids = Array.from({ length: 30 }, (_, number) => `N-${number}`);
		for (const [number, id] of ids.entries()) service.set(id, { created: 1 + number / 30 });
		const told: string[] = [];
		for (let at = 3; at < 12; at++) {
			const events = await service.poll(at);
			expect(events.length).toBeLessThanOrEqual(4);
			told.push(...events);
		}
		expect(told).toEqual(ids.map((id) => `${id} new>SENT`));
	});
});
