import { DateTime } from 'luxon';
import type { ServerResponse } from 'node:http';

import { Reporting } from '../../../nodes/shared/service/reporting';
import { type Report } from '../../../nodes/shared/service/reportResponses';
import { orderReport } from '../../../nodes/shared/service/reportingOrders';
import { setAttempts } from '../../support/patience';
import { json, type Received, useServer } from '../../support/server';
import { runProbe } from '../transport/probe';

beforeEach(() => setAttempts(2));

const OCTOBER = {
	start: DateTime.fromISO('2026-10-01', { zone: 'utc' }),
	end: DateTime.fromISO('2026-11-01', { zone: 'utc' }),
};

let answer: (request: Received, response: ServerResponse) => unknown;
const server = useServer(async (request, response) => await answer(request, response));

/** What the service function gives, or the message of its error. */
const ask = async (
	call: (reporting: Reporting) => Promise<{ kind?: string; outcome?: string }>,
): Promise<string> => {
	const { items, error } = await runProbe(
		async ({ transport }) => {
			const { kind, outcome } = await call(new Reporting(transport));
			return [{ json: { told: kind ?? outcome } }];
		},
		{ address: server.address },
	);
	return error?.message ?? (items[0].json.told as string);
};

const says = (status: number, message?: string, reason?: string) => {
	answer = (_request, response) => json(response, status, { message, reason });
};

const page = (status: number) => {
	answer = (_request, response) => {
		response.writeHead(status, { 'content-type': 'text/html' });
		response.end('<!doctype html><html><body>no data</body></html>');
	};
};

const NAME = 'Refunds (no data)';

const CERTAIN: Array<[string, (reporting: Reporting) => Promise<{ kind: string }>]> = [
	['its details or its file', async (reporting) => await reporting.getReportOrFile('id')],
	['by its identifier', async (reporting) => await reporting.downloadById('id', 'text/csv')],
	[
		'by its name',
		async (reporting) => await reporting.downloadByName(NAME, '2026-10-31', 'text/csv'),
	],
];

describe.each(CERTAIN)('one certain report, %s', (_, call) => {
	it('is empty where the service says that it has no transactions', async () => {
		says(404, 'No transactions available', 'NO_DATA');
		expect(await ask(call)).toBe('empty');
	});

	it.each<[string, () => void]>([
		['that it is not found', () => says(404, 'Report not found')],
		['that something is not found, whatever the report is called', () => says(404, 'Not found')],
		['nothing', () => (answer = (_request, response) => response.writeHead(404).end())],
		['something in HTML', () => page(404)],
	])('is an error where the service answers 404 and says %s', async (_words, plant) => {
		plant();
		expect(await ask(call)).toMatch(/ report .*: the service found nothing/);
	});

	it('is an error where a status other than 404 comes with the words', async () => {
		says(400, 'No transactions available', 'NO_DATA');
		expect(await ask(call)).toMatch(/did not accept the request/);
		says(200, 'Try later', 'SYSTEM_ERROR');
		expect(await ask(call)).toContain('(Try later)');
	});
});

it.each(['text/csv', 'application/xml', 'application/zip', 'application/octet-stream'])(
	'a file of the type %s is not taken for the details of a report',
	async (type) => {
		answer = (_request, response) => response.writeHead(200, { 'content-type': type }).end('a,b\n');
		expect(await ask(async (reporting) => await reporting.getReportOrFile('id'))).toBe('found');
	},
);

describe('a page of an on-demand report', () => {
	const from = (offset: number) => async (reporting: Reporting) =>
		await reporting.onDemand('purchaseRefundDetail', OCTOBER, { offset, limit: 10 });

	it('beyond the last result is empty, whatever the service says', async () => {
		says(404, 'Report not found');
		expect(await ask(from(10))).toBe('empty');
	});

	it('is an error on the first page where the service says that there is no such report', async () => {
		says(404, 'Report not found');
		expect(await ask(from(0))).toContain('(Report not found)');
	});

	it('is an error where an error comes under the status of a success', async () => {
		answer = (_request, response) =>
			json(response, 200, { reason: 'SYSTEM_ERROR', message: 'Try later' });
		expect(await ask(from(0))).toContain('(Try later)');
	});
});

describe('an order of a report', () => {
	const order = (look: () => Promise<Report | undefined>) => async (reporting: Reporting) =>
		await orderReport(reporting, NAME, { reportName: NAME }, look);
	const nothing = async () => await Promise.resolve(undefined);
	const posts = () => server.received.filter(({ method }) => method === 'POST').length;

	it.each<[string, number, string, string | undefined, string]>([
		['there are no transactions', 404, 'No transactions available', undefined, 'empty'],
		['nothing is found at all', 404, 'Not found', undefined, 'notMade'],
		['there is no such report type', 404, 'Report definition not found', undefined, 'notMade'],
		['three are being made', 400, 'Wait', 'LIMIT_REACHED', 'noPlace'],
		['it is said in words alone', 400, 'One-time reports are in progress', undefined, 'noPlace'],
		['that is said in other words', 429, 'Slow down', 'BUSY', 'noPlace'],
		['it is wrong', 400, 'Wrong', 'INVALID', 'notMade'],
	])('says what became of it where %s', async (_, status, message, reason, outcome) => {
		says(status, message, reason);
		expect(await ask(order(nothing))).toBe(outcome);
		expect(posts()).toBe(status === 429 ? 2 : 1);
	});

	it.each([
		[undefined, 'empty'],
		['North', 'notMade'],
	])(
		'is empty on an unclear 404 where nothing but the period can be wrong: group %s',
		async (group, told) => {
			answer = ({ method }, response) =>
				method === 'POST'
					? json(response, 404, { message: 'Not found' })
					: json(response, 200, { reportDefinitions: [] });
			const body = { reportName: NAME, selectedMerchantGroupName: group };
			const outcome = await ask(
				async (reporting) => await orderReport(reporting, NAME, body, nothing),
			);
			expect(outcome).toBe(told);
		},
	);

	it('is not sent again where the list shows the report only after some looks', async () => {
		answer = (_request, response) => response.destroy();
		let looks = 0;
		// The first look is before the order.
		const late = async () => await Promise.resolve(++looks > 2 ? { reportId: '1' } : undefined);
		setAttempts(3);
		expect(await ask(order(late))).toBe('made');
		expect([posts(), looks]).toEqual([1, 3]);
	});

	it('is looked for once where it is refused', async () => {
		says(400, 'Wait', 'LIMIT_REACHED');
		let looks = 0;
		const never = async () => await Promise.resolve(void looks++);
		setAttempts(3);
		expect(await ask(order(never))).toBe('noPlace');
		expect([posts(), looks]).toEqual([1, 1]);
	});

	it('stays unknown where the answer is lost and the list breaks down', async () => {
		answer = (request, response) =>
			request.method === 'POST' ? response.destroy() : json(response, 503, {});
		let looks = 0;
		const breaks = async (reporting: Reporting) =>
			await order(async () => {
				if (++looks > 2) await reporting.listSubscriptions();
				return undefined;
			})(reporting);
		setAttempts(3);
		expect(await ask(breaks)).toBe('unknown');
		expect(posts()).toBe(1);
	});

	it('is sent as often as the attempts allow where every answer is lost and nothing is found', async () => {
		answer = (_request, response) => response.destroy();
		setAttempts(3);
		expect(await ask(order(nothing))).toBe('unknown');
		expect(posts()).toBe(3);
	});
});
