import type { IDataObject } from 'n8n-workflow';

import type { NodeRun } from '../../support/engine';
import { setAttempts } from '../../support/patience';
import { json as answerJson, startServer } from '../../support/server';
import { json, refusal, useBench } from './harness';

beforeEach(() => setAttempts(1));

const bench = useBench();

const IDS = Array.from({ length: 23 }, (_, index) => String(5000 + index));
const LARGEST_PAGE = 5;

interface Asked {
	offset: number;
	limit: number;
	start: number;
	end: number;
	accept?: string;
}

const detailsOf = (ids: readonly string[]) => ids.map((requestId) => ({ requestId }));

/** A page as the specification has it. */
const page = ({ offset, limit }: Asked, ids: readonly string[], more: IDataObject = {}) => ({
	offset,
	limit: Math.min(limit, LARGEST_PAGE),
	pageResults: ids.length,
	...(ids.length > 0 ? { requestDetails: detailsOf(ids), ...more } : {}),
});

const cut = ({ offset, limit }: Asked, size = LARGEST_PAGE) =>
	IDS.slice(offset, offset + Math.min(size, limit));

/** Return All against a service that answers so. */
async function readAll(
	answer: (asked: Asked) => object | string,
	{ options = {}, ...more }: { options?: IDataObject; [name: string]: unknown } = {},
) {
	const asked: Asked[] = [];
	const server = await startServer((request, response) => {
		const query = new URL(request.url, 'http://service').searchParams;
		const number = (name: string) => Number(query.get(name));
		const time = (name: string) => Date.parse(query.get(name) ?? '');
		const one = {
			offset: number('offset'),
			limit: number('limit'),
			start: time('startTime'),
			end: time('endTime'),
			accept: request.headers.accept,
		};
		asked.push(one);
		const answered = answer(one);
		if (typeof answered !== 'string') answerJson(response, 200, answered);
		else response.writeHead(200, { 'content-type': 'text/csv' }).end(answered);
	});
	const run = await bench.act(
		'purchaseRefundDetail',
		'get',
		{
			period: 'custom',
			periodStart: '2026-11-01',
			periodEnd: '2026-11-04',
			periodTimeZone: 'GMT',
			returnAll: true,
			...more,
			options: { ...options },
		},
		{ address: server.address },
	);
	await server.stop();
	return { run, offsets: asked.map(({ offset }) => offset) };
}

const idsOf = (run: NodeRun) => json(run).map(({ requestId }) => requestId);

describe('Purchase and Refund Detail skips no result', () => {
	it('where other lists have entries of requests that are no results of the page', async () => {
		const { run, offsets } = await readAll((asked) =>
			page(asked, cut(asked), { others: [{ requestId: `other ${asked.offset}` }] }),
		);
		expect(idsOf(run)).toEqual(expect.arrayContaining(IDS));
		expect(offsets).toEqual([0, 5, 10, 15, 20]);
	});

	it('where a settlement belongs to a request of the page before, which gets it', async () => {
		const { run, offsets } = await readAll((asked) => {
			const requestId = IDS[asked.offset - 1];
			const late = asked.offset > 0 ? [{ requestId, amount: '9.99' }] : [];
			if (asked.offset === 5) late.push({ requestId, amount: '1.00' });
			return page(asked, cut(asked), { settlements: late });
		});
		expect(idsOf(run)).toEqual(IDS);
		expect(json(run)[4]).toMatchObject({
			...{ requestId: '5004', settlement_amount: '9.99', settlement_2_amount: '1.00' },
		});
		expect(offsets).toEqual([0, 5, 10, 15, 20]);
	});

	it('where the page does not say how many results it has', async () => {
		const { run } = await readAll((asked) => {
			const requestDetails = detailsOf(cut(asked));
			const others = [{ requestId: `other ${asked.offset}` }];
			const limit = LARGEST_PAGE;
			return requestDetails.length > 0 ? { limit, requestDetails, others } : { requestDetails };
		});
		expect(idsOf(run)).toEqual(expect.arrayContaining(IDS));
	});

	it('where pages are smaller than asked for, and say neither limit nor offset', async () => {
		const { run, offsets } = await readAll((asked) => ({ settlements: detailsOf(cut(asked)) }));
		expect(idsOf(run)).toEqual(IDS);
		expect(offsets).toEqual([0, 5, 10, 15, 20, 23]);
		expect(run.hints).toEqual([]);
	});

	it('where it counts the entries of all lists', async () => {
		const { run } = await readAll((asked) => {
			const ids = cut(asked, 2);
			return page(asked, ids, { pageResults: ids.length * 2, others: detailsOf(ids) });
		});
		expect(idsOf(run)).toEqual(IDS);
	});

	it('up to the limit, where pages share results', async () => {
		const shared = ({ offset, limit }: Asked) => {
			const from = Math.max(0, offset - 2);
			return IDS.slice(from, from + Math.min(LARGEST_PAGE, limit));
		};
		const limited = { returnAll: false, limit: 12 };
		const { run, offsets } = await readAll((asked) => page(asked, shared(asked)), limited);
		expect(idsOf(run)).toEqual(IDS.slice(0, 12));
		expect(offsets).toEqual([0, 5, 10]);
	});

	const fileOr = (ids: (asked: Asked) => string[]) => (asked: Asked) =>
		asked.accept === 'text/csv' ? 'requestId\n1\n' : page(asked, ids(asked));

	it('of files, from where they start', async () => {
		const options = { offset: 5 };
		const { offsets } = await readAll(fileOr(cut), { output: 'file', options });
		expect(offsets).toEqual([5, 5, 10, 10, 15, 15, 20, 20]);
	});

	it.each<[string, number, number[]]>([
		['rows', 5, [0, 5]],
		['file', 1, [0, 0, 5]],
	])('or says so where the service ignores the offset, as %s', async (output, count, asked) => {
		const same = fileOr(() => IDS.slice(0, 5));
		const { run, offsets } = await readAll(same, { output });
		expect(json(run)).toHaveLength(count);
		expect(offsets).toEqual(asked);
		expect(run.hints).toEqual([expect.stringContaining('the service gives the same results')]);
	});
});

describe('Purchase and Refund Detail finds its lists', () => {
	it('inside _embedded, which is missing beyond the last result', async () => {
		const { run } = await readAll((asked) => {
			const ids = cut(asked, 3);
			const { offset } = asked;
			const limit = LARGEST_PAGE;
			if (ids.length === 0) return { offset, limit };
			return { offset, limit, pageResults: 5, _embedded: { requestDetails: detailsOf(ids) } };
		});
		expect(idsOf(run)).toEqual(IDS);
	});

	it.each<[string, object]>([
		['it has results, but no list', { offset: 0, limit: 5, pageResults: 5 }],
		['there is something else inside _embedded', { pageResults: 0, _embedded: { rows: [{}] } }],
		['it has links and a message', { _links: { self: {} }, message: 'Service is down' }],
	])('or it is an error: %s', async (_, answer) => {
		const { run } = await readAll(() => answer);
		expect(refusal(run)).toContain('none of the lists of a purchase and refund detail');
	});
});

describe('Purchase and Refund Detail ends', () => {
	const from5 = (later: object) => (asked: Asked) =>
		asked.offset < 5 ? page(asked, cut(asked)) : later;

	it.each<[string, object]>([
		['an error under the status of a success', { errorInformation: {}, pageResults: 0 }],
		['something else', { hello: 'world' }],
	])('with an error at a later page that is %s', async (_, later) => {
		const { run } = await readAll(from5(later));
		expect(refusal(run)).toContain('none of the lists of a purchase and refund detail');
	});

	it.each<[string, object]>([
		['is an empty object', {}],
		['has only links', { _links: {} }],
		['has only counts', { offset: 23, limit: 5, pageResults: 0 }],
		['has empty lists', { requestDetails: [], settlements: null }],
	])('where the page beyond the last result %s', async (_, beyond) => {
		const { run } = await readAll((asked) => {
			const ids = cut(asked);
			return ids.length === 0 ? beyond : page(asked, ids);
		});
		expect(idsOf(run)).toEqual(IDS);
		expect(run.hints).toEqual([]);
	});
});
