import type { LISTS } from '../../../../sandbox/dialects/table/lists';
import type { Details, Row } from '../../reporting/onDemand';
import { type Check, type Checks, type Stage } from '../stage';

const PURCHASES = '/reporting/v3/purchase-refund-details';
const WEEK = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-03-08T00:00:00Z' };
const PERIOD = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-04-01T00:00:00Z' };

const THREE = [
	{
		'customerInformation.name': 'Bea',
		'orderInformation.amountDetails.totalAmount': '100.00',
		'invoiceInformation.dueDate': '2026-05-03',
		'invoiceInformation.invoiceNumber': 'K-2',
	},
	{
		'customerInformation.name': 'Cora',
		'orderInformation.amountDetails.totalAmount': '9.00',
		'invoiceInformation.dueDate': '2026-05-02',
		'invoiceInformation.invoiceNumber': 'K-3',
	},
	{
		'customerInformation.name': 'Abel',
		'orderInformation.amountDetails.totalAmount': '20.00',
		'invoiceInformation.dueDate': '2026-05-01',
		'invoiceInformation.invoiceNumber': 'K-1',
	},
];

const listsThem =
	(...order: string[]): Check =>
	async (stage) => {
		await stage.createAll(...THREE);
		expect(await stage.ids()).toEqual(order);
	};

async function pageOf25(stage: Stage): ReturnType<Stage['list']> {
	await stage.invoicing.bulkCreate(25);
	return await stage.list({ limit: 50 });
}

async function details(stage: Stage, values: Record<string, number> = {}): Promise<Details> {
	await stage.sandbox.control.traffic({ perDay: 10, from: '2026-03-01T00:00:00Z' });
	return (await stage.get<Details>(PURCHASES, { ...WEEK, ...values })).body;
}

const requestIds = ({ requestDetails = [] }: Details): string[] =>
	requestDetails.map(({ requestId }) => requestId);

async function again(stage: Stage, values: Record<string, number>): Promise<string[]> {
	return requestIds((await stage.get<Details>(PURCHASES, { ...WEEK, ...values })).body);
}

async function truth(stage: Stage): Promise<Row[]> {
	const path = `/transactions?startTime=${WEEK.startTime}&endTime=${WEEK.endTime}`;
	return (await stage.sandbox.control.send<{ transactions: Row[] }>('GET', path)).transactions;
}

const inOrderOf =
	(compare: (a: Row, b: Row) => number): Check =>
	async (stage) => {
		const ids = requestIds(await details(stage));
		const real = await truth(stage);
		expect(ids).toEqual([...real].sort(compare).map(({ requestId }) => requestId));
		expect(ids.length).toBeGreaterThan(40);
	};

const reportsNamed = (stage: Stage): Promise<string[]> =>
	stage
		.get<{ reportSearchResults: Row[] }>('/reporting/v3/reports', {
			...PERIOD,
			timeQueryType: 'executedTime',
		})
		.then(({ body }) => body.reportSearchResults.map(({ reportName }) => reportName));

async function makeReports(stage: Stage): Promise<void> {
	for (const reportName of ['Beta', 'Gamma', 'Alpha']) {
		await stage.sandbox.control.makeReport({ reportName, rows: 1 });
		await stage.sandbox.control.advanceClock('PT1M');
	}
}

const listsReports =
	(...order: string[]): Check =>
	async (stage) => {
		await makeReports(stage);
		expect(await reportsNamed(stage)).toEqual(order);
	};

/** Which of four windows show a report of 2 to 3 March: its own, one that begins in it, one that ends in it, none. */
const shownIn =
	(...shown: string[]): Check =>
	async (stage) => {
		await stage.sandbox.control.makeReport({
			reportName: 'One',
			reportStartTime: '2026-03-02T00:00:00Z',
			reportEndTime: '2026-03-03T00:00:00Z',
			rows: 1,
		});
		const windows = {
			own: ['2026-03-02T00:00:00Z', '2026-03-03T00:00:00Z'],
			late: ['2026-03-02T12:00:00Z', '2026-03-05T00:00:00Z'],
			early: ['2026-03-01T00:00:00Z', '2026-03-02T12:00:00Z'],
			other: ['2026-03-05T00:00:00Z', '2026-03-06T00:00:00Z'],
		};
		const found: string[] = [];
		for (const [name, [startTime, endTime]] of Object.entries(windows)) {
			const asked = { startTime, endTime, timeQueryType: 'reportTimeFrame' };
			if ((await stage.get('/reporting/v3/reports', asked)).status === 200) found.push(name);
		}
		expect(found).toEqual(shown);
	};

export const LIST_CHECKS: Checks<keyof typeof LISTS> = {
	invoiceOrder: {
		'newest-first': listsThem('K-1', 'K-3', 'K-2'),
		'oldest-first': listsThem('K-2', 'K-3', 'K-1'),
		'by-number': listsThem('K-1', 'K-2', 'K-3'),
	},
	invoicePageSize: {
		'as-asked': async (stage) => {
			const page = await pageOf25(stage);
			expect(page.invoices).toHaveLength(25);
			expect(page).not.toHaveProperty('limit');
		},
		'20-told': async (stage) => {
			const page = await pageOf25(stage);
			expect(page.invoices).toHaveLength(20);
			expect([page.limit, page.totalInvoices]).toEqual([20, 25]);
			expect(await stage.ids({ offset: 20, limit: 50 })).toHaveLength(5);
		},
		'20-untold': async (stage) => {
			const page = await pageOf25(stage);
			expect(page.invoices).toHaveLength(20);
			expect(page).not.toHaveProperty('limit');
		},
	},
	invoiceOffset: {
		entries: async (stage) => {
			await stage.createMany(5);
			expect(await stage.ids({ offset: 2, limit: 2 })).toEqual(['N-003', 'N-002']);
		},
		pages: async (stage) => {
			await stage.createMany(5);
			expect(await stage.ids({ offset: 2, limit: 2 })).toEqual(['N-001']);
			const { _links } = await stage.list({ offset: 1, limit: 2 });
			expect(_links?.next.href).toContain('offset=2&');
		},
	},
	invoiceTotal: {
		'of-filter': async (stage) => {
			await stage.invoicing.bulkCreate(20);
			const { totalInvoices, invoices } = await stage.list({ status: 'PAID', limit: 2 });
			expect([totalInvoices, invoices?.length]).toEqual([8, 2]);
		},
		missing: async (stage) => {
			await stage.createMany(1);
			expect(await stage.list()).not.toHaveProperty('totalInvoices');
		},
		text: async (stage) => {
			await stage.createMany(1);
			expect((await stage.list()).totalInvoices).toBe('1');
		},
		'of-page': async (stage) => {
			await stage.createMany(5);
			expect((await stage.list({ limit: 3 })).totalInvoices).toBe(3);
			expect((await stage.list({ limit: 3, offset: 3 })).totalInvoices).toBe(2);
		},
	},
	invoicePaging: {
		steady: async (stage) => {
			await stage.createMany(4);
			expect(await stage.ids({ limit: 2 })).toEqual(['N-004', 'N-003']);
			expect(await stage.ids({ limit: 2, offset: 2 })).toEqual(['N-002', 'N-001']);
		},
		repeated: async (stage) => {
			await stage.createMany(4);
			expect(await stage.ids({ limit: 2 })).toEqual(['N-004', 'N-003']);
			expect(await stage.ids({ limit: 2, offset: 2 })).toEqual(['N-003', 'N-002']);
			expect(await stage.ids({ limit: 2, offset: 4 })).toEqual(['N-001']);
		},
	},
	invoiceBeyondEnd: {
		'empty-list': async (stage) => {
			await stage.createMany(1);
			expect(await stage.list({ offset: 1 })).toMatchObject({ status: 200, invoices: [] });
		},
		'not-found': async (stage) => {
			await stage.createMany(1);
			expect((await stage.list({ offset: 1 })).status).toBe(404);
		},
		'no-list': async (stage) => {
			await stage.createMany(1);
			const page = await stage.list({ offset: 1 });
			expect(page.status).toBe(200);
			expect(page).not.toHaveProperty('invoices');
		},
	},
	purchaseOrder: {
		'oldest-first': inOrderOf((a, b) => Date.parse(a.time) - Date.parse(b.time)),
		'newest-first': inOrderOf((a, b) => Date.parse(b.time) - Date.parse(a.time)),
	},
	purchasePageSize: {
		'as-asked': async (stage) => {
			const page = await details(stage, { limit: 30 });
			expect([page.requestDetails?.length, page.limit]).toEqual([30, 30]);
		},
		'20-told': async (stage) => {
			const page = await details(stage, { limit: 30 });
			expect([page.requestDetails?.length, page.limit, page.pageResults]).toEqual([20, 20, 20]);
		},
	},
	purchaseLimit: {
		requests: async (stage) => {
			expect(requestIds(await details(stage, { limit: 10 }))).toHaveLength(10);
		},
		entries: async (stage) => {
			const page = await details(stage, { limit: 13 });
			const lists = Object.values(page).filter((value) => Array.isArray(value)) as Row[][];
			expect(page.pageResults).toBe(lists.flat().length);
			expect(page.pageResults).toBeLessThanOrEqual(13);
			expect(requestIds(page)).toHaveLength(2);
			expect(await again(stage, { limit: 1 })).toHaveLength(1);
			expect((await again(stage, { limit: 13, offset: 2 }))[0]).not.toBe(requestIds(page)[1]);
		},
	},
	purchasePaging: {
		steady: async (stage) => {
			const all = requestIds(await details(stage));
			expect(await again(stage, { offset: 3, limit: 2 })).toEqual(all.slice(3, 5));
		},
		repeated: async (stage) => {
			const all = requestIds(await details(stage));
			expect(await again(stage, { offset: 3, limit: 2 })).toEqual(all.slice(2, 4));
		},
	},
	purchaseBeyondEnd: {
		'counts-only': async (stage) => {
			expect(await details(stage, { offset: 500 })).toEqual({
				offset: 500,
				limit: 2000,
				pageResults: 0,
			});
		},
		'empty-object': async (stage) => {
			expect(await details(stage, { offset: 500 })).toEqual({});
		},
		'not-found': async (stage) => {
			expect(await details(stage, { offset: 500 })).toMatchObject({ reason: 'NO_DATA' });
		},
	},
	purchaseSettlements: {
		one: async (stage) => {
			const { settlements = [], requestDetails } = await details(stage);
			expect(settlements).toHaveLength(requestDetails?.length ?? 0);
		},
		two: async (stage) => {
			const { settlements = [], requestDetails } = await details(stage);
			expect(settlements).toHaveLength(2 * (requestDetails?.length ?? 0));
			for (const { requestId, amount } of await truth(stage)) {
				const parts = settlements.filter((each) => each.requestId === requestId);
				expect(parts.every((part) => Number(part.amount) > 0)).toBe(true);
				const cents = parts.reduce((sum, part) => sum + Math.round(Number(part.amount) * 100), 0);
				expect(cents).toBe(Math.round(Number(amount) * 100));
			}
		},
	},
	reportOrder: {
		'oldest-first': listsReports('Beta', 'Gamma', 'Alpha'),
		'newest-first': listsReports('Alpha', 'Gamma', 'Beta'),
	},
	reportWindow: {
		within: shownIn('own'),
		'end-excluded': shownIn(),
		overlapping: shownIn('own', 'late', 'early'),
		'by-start': shownIn('own', 'early'),
	},
};
