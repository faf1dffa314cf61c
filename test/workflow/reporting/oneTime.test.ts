import { DateTime, Settings } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { read, utils } from 'xlsx';
import { encodeWithChecksum } from '../../../nodes/shared/untrusted';
import { setPause } from '../../support/patience';
import { TOKENS } from '../../support/sandbox';
import { answer, json, refusal, useBench } from './harness';

const bench = useBench();

const OCTOBER = {
	reportDefinitionName: { __rl: true, mode: 'name', value: 'TransactionRequestClass' },
	fieldSet: 'selected',
	reportFields: ['Request.RequestID', 'BillTo.City'],
	period: 'custom',
	periodStart: '2026-10-01',
	periodEnd: '2026-10-31',
	periodTimeZone: 'Europe/Berlin',
	wait: false,
	output: 'file',
};

const create = async (reportName: string, parameters: IDataObject = {}, more = {}) => {
	const { additionalFields = {}, options = {}, waitMinutes, ...others } = parameters;
	return await bench.act(
		'report',
		'create',
		{
			...OCTOBER,
			...others,
			additionalFields: { reportName, ...(additionalFields as IDataObject) },
			options: {
				...(options as IDataObject),
				...(waitMinutes === undefined ? {} : { waitMinutes }),
			},
		},
		more,
	);
};

const requests = async () => (await bench.received()).map(({ request }) => request);

const reportsOf = async (name: string) =>
	(await bench.sandbox.control.reports()).filter(({ reportName }) => reportName.startsWith(name));

/** Lets the service finish what it makes, while the node waits. */
const working = async <T>(run: Promise<T>, advance = 'PT10M'): Promise<T> => {
	const state = { ended: false };
	void run.finally(() => (state.ended = true));
	while (!state.ended) {
		await new Promise((resolve) => setTimeout(resolve, 30));
		await bench.sandbox.control.advanceClock(advance);
	}
	return await run;
};

beforeAll(async () => {
	await bench.sandbox.control.traffic({ perDay: 2, from: '2026-06-01T00:00:00Z' });
});
afterEach(async () => await bench.sandbox.control.completeReports());

describe('Report: Create One-Time, without waiting', () => {
	it('looks for the report and orders it in the words of the specification', async () => {
		const run = await create('Once');
		const LOOK =
			'GET /reporting/v3/reports?startTime=2026-09-30T22%3A00%3A00.000Z&endTime=2026-10-31T23%3A00%3A01.000Z&timeQueryType=reportTimeFrame';
		expect(await bench.received()).toEqual([
			{ request: LOOK, accept: 'application/json' },
			{
				request: 'POST /reporting/v3/reports',
				accept: 'application/json',
				body: {
					reportName: 'Once',
					reportDefinitionName: 'TransactionRequestClass',
					reportFields: ['Request.RequestID', 'BillTo.City'],
					reportMimeType: 'text/csv',
					reportFrequency: 'Adhoc',
					timezone: 'Europe/Berlin',
					reportStartTime: '2026-09-30T22:00:00.000Z',
					reportEndTime: '2026-10-31T23:00:00.000Z',
				},
			},
		]);
		const part = {
			reportName: 'Once',
			periodStart: '2026-10-01T00:00:00.000+02:00',
			periodEnd: '2026-11-01T00:00:00.000+01:00',
		};
		expect(json(run)).toEqual([
			{
				outcome: 'ordered',
				status: 'PENDING',
				ready: false,
				...part,
				periodTimeZone: 'Europe/Berlin',
				orderId: expect.any(String) as string,
				parts: [{ ...part, status: 'PENDING' }],
			},
		]);
	});

	it('orders as many parts as the service makes at a time, and says which ones are left', async () => {
		const [item] = json(await create('', { periodStart: '2026-06-01' }));
		expect(item).toMatchObject({ status: 'PENDING', ready: false });
		expect(item.reportName).toContain(' 2026-06-01 to 2026-10-31 ');
		expect(item).not.toHaveProperty('outcome');
		expect((item.parts as Array<{ status: string }>).map(({ status }) => status)).toEqual([
			'PENDING',
			'PENDING',
			'PENDING',
			'NOT_ORDERED',
			'NOT_ORDERED',
		]);
		expect((await requests()).filter((request) => request.startsWith('POST'))).toHaveLength(3);
	});

	it('is not ready before the service gives its identifier', async () => {
		const reportSearchResults = [{ reportName: 'Without ID', status: 'COMPLETED' }];
		await bench.sandbox.control.fault({
			kind: 'status',
			status: 200,
			body: { reportSearchResults },
		});
		const item = { outcome: 'alreadyThere', status: 'PENDING', ready: false };
		expect(json(await create('Without ID'))[0]).toMatchObject(item);
	});

	it('takes no report for the same that ends a moment earlier', async () => {
		const until = (time: string) => ({ periodEnd: `2026-10-20T10:00:00.${time}Z` });
		json(await create('To the moment', until('903')));
		expect(json(await create('To the moment', until('903')))[0].outcome).toBe('alreadyThere');
		expect(refusal(await create('To the moment', until('966')))).toMatch(/"To the moment"/);
	});

	it.each([304, 503])('is ordered on %i, and found when it is looked for', async (status) => {
		const name = `Once on ${status}`;
		const answered = { kind: 'status', method: 'POST', status, when: 'after' } as const;
		await bench.sandbox.control.fault(answered);
		expect(json(await create(name))[0]).toMatchObject({ outcome: 'ordered' });
		expect(json(await create(name))[0]).toMatchObject({ outcome: 'alreadyThere' });
	});

	it('is not said to be ordered on 304 where the service never lists it', async () => {
		await bench.sandbox.control.fault({ kind: 'status', method: 'POST', status: 304 });
		const run = await create('Never made');
		expect(refusal(run)).toContain('the service answered that nothing was modified');
	});

	it('is ready where the service says at once that there are no transactions', async () => {
		const nothing = answer(404, 'No transactions available', 'NO_DATA');
		await bench.sandbox.control.fault({ ...nothing, method: 'POST' });
		const [{ orderId, ...item }] = json(await create('Nothing'));
		expect(item).toMatchObject({ status: 'NO_DATA', ready: true });
		const collect = async (failIfEmpty: boolean) =>
			await bench.act('report', 'retrieve', { orderId, output: 'rows', options: { failIfEmpty } });
		expect(json(await collect(false))).toEqual([]);
		const totals = await bench.act('report', 'retrieve', { orderId, output: 'totals' });
		expect(json(totals)).toMatchObject([{ count: 0, reportCompletedTime: '' }]);
		expect(refusal(await collect(true))).toMatch(/is empty: the service has no transactions/);
	});

	it.each<[string, object, string]>([
		['more than two years', { periodStart: '2024-10-01' }, 'is longer than 744 days'],
		[
			'a start in the future',
			{ periodStart: '2026-11-11', periodEnd: '2026-11-12' },
			'in the future',
		],
		['no fields', { reportFields: [] }, 'Fields: choose at least one field'],
	])('refuses %s before anything is sent', async (_, parameters, message) => {
		expect(refusal(await create('Refused', parameters as IDataObject))).toContain(message);
		expect(await requests()).toEqual([]);
	});

	it('names a report that has no name by what is ordered: the same order once, another one apart', async () => {
		const nameOf = async (more: IDataObject = {}) => {
			await bench.sandbox.control.advanceClock('PT12H');
			const [{ reportName, outcome }] = json(await create('', more));
			return { reportName, outcome };
		};
		const { reportName, outcome } = await nameOf();
		expect(reportName).toMatch(/^Transaction Request Report 2026-10-01 to 2026-10-31 [\da-f]{8}$/);
		expect(outcome).toBe('ordered');
		expect(await nameOf()).toEqual({ reportName, outcome: 'alreadyThere' });
		const run = await working(create('', { wait: true }));
		expect(run.items[0].binary?.data.fileName).toBe(
			'Transaction Request Report 2026-10-01 to 2026-10-31.csv',
		);
		expect(run.hints).toEqual([]);
		for (const other of [
			{ reportFields: ['Request.RequestID'] },
			{ periodStart: '2026-10-02' },
			{ periodEnd: '2026-10-31T12:00:00' },
			{ period: 'today' },
			{ additionalFields: { reportMimeType: 'application/xml' } },
		]) {
			const ordered = await nameOf(other);
			expect(ordered.reportName).toMatch(/^Transaction Request Report 2026-.* [\da-f]{8}$/);
			expect(ordered.reportName).not.toBe(reportName);
			expect(ordered.outcome).toBe('ordered');
		}
		const last = (await bench.received()).at(-1)?.body;
		expect(last).toMatchObject({ reportMimeType: 'application/xml' });
	});

	it('uses its own report while it is made and for an hour after, and then orders a new one', async () => {
		const { control } = bench.sandbox;
		const fields = { reportFields: ['Request.RequestID', 'BillTo.Country'] };
		const orderAt = async (time: string, more: IDataObject = {}) => {
			await control.setClock(time);
			Settings.now = () => Date.parse(time);
			const [{ outcome, status, parts }] = json(await create('', { ...fields, ...more }));
			const [{ reportName }] = parts as Array<{ reportName: string }>;
			return [outcome, status, /\(again \d\)/.exec(reportName)?.[0]];
		};
		await orderAt('2027-12-01T08:00:00Z');
		expect(await orderAt('2027-12-01T08:00:01Z')).toEqual(['alreadyThere', 'QUEUED', undefined]);
		expect(await orderAt('2027-12-01T08:45:00Z')).toEqual(['alreadyThere', 'COMPLETED', undefined]);
		expect(await orderAt('2027-12-01T10:30:00Z')).toEqual(['ordered', 'PENDING', '(again 2)']);
		expect(await orderAt('2027-12-01T10:30:01Z')).toEqual(['alreadyThere', 'QUEUED', '(again 2)']);
		expect(await orderAt('2027-12-20T08:00:00Z')).toEqual(['ordered', 'PENDING', '(again 3)']);
	});

	it('uses a report of the name that the user gave, and says when its data was made', async () => {
		const [first] = json(await working(create('Old', { wait: true, output: 'totals' })));
		const later = Date.now() + 400 * 86_400_000;
		Settings.now = () => later;
		const run = await create('Old', { wait: true, output: 'totals' });
		const [totals] = json(run);
		expect(Date.parse(totals.reportCompletedTime as string)).toBeLessThan(later);
		expect(first).toEqual(totals);
		expect(totals).toMatchObject({ periodStart: '2026-10-01T00:00:00.000+02:00' });
		const words = 'The report "Old" was already there. It was made at 20';
		expect(run.hints.join()).toContain(words);
		expect((await create('Old', { wait: true })).hints.join()).toContain('other fields or filters');
		const lacking = { reportFields: ['PaymentData.Amount', 'PaymentData.CurrencyCode'] };
		expect((await create('Lacking', lacking)).hints).toEqual([
			'Totals of this report also need Application: Name and Application: Rflag. Add them to Field Names or IDs if the report offers them.',
		]);
		const [there] = json(await create('Old'));
		expect(there).toMatchObject({ outcome: 'alreadyThere', status: 'COMPLETED' });
		expect(there.reportCompletedTime).toMatch(/^20/);
		expect(await reportsOf('Old')).toHaveLength(1);
		const asked = { options: { addColumns: ['period'] }, wait: true, output: 'rows' };
		expect(json(await create('Old', asked))[0]).toMatchObject({
			reportName: 'Old',
			periodEnd: '2026-11-01T00:00:00.000+01:00',
			reportCompletedTime: totals.reportCompletedTime,
		});
	});

	it('orders a period that ends now again under its own name', async () => {
		for (const [period, minute, name] of [
			['today', '00', 'So far 2026-11-10 130000'],
			['today', '30', 'So far 2026-11-10 133000'],
			['monthToDate', '45', 'So far 2026-11-10 134500'],
		]) {
			await bench.sandbox.control.advanceClock('PT12H');
			const now = DateTime.fromISO(`2026-11-10T12:${minute}:00Z`).toMillis();
			Settings.now = () => now;
			const [item] = json(await create('So far', { period }));
			expect(item).toMatchObject({ reportName: name, outcome: 'ordered' });
		}
	});

	it('asks for the usual fields, with money, as far as the report offers them', async () => {
		const fieldsOf = async (definition: string) => {
			await bench.sandbox.control.advanceClock('PT12H');
			const reportDefinitionName = { __rl: true, mode: 'name', value: definition };
			json(await create('', { fieldSet: 'usual', reportDefinitionName }));
			const post = (await bench.received()).find(({ request }) => request.startsWith('POST'));
			return (post?.body as { reportFields: string[] }).reportFields;
		};
		expect(await fieldsOf('TransactionRequestClass')).toEqual([
			...['Request.RequestID', 'Request.TransactionDate', 'Application.Name', 'PaymentData.Type'],
			...['Application.Rflag', 'Application.Rcode', 'Application.ReasonCode'],
			...['PaymentData.Amount', 'PaymentData.CurrencyCode', 'Request.MerchantReferenceNumber'],
			...['PaymentMethod.CardType', 'PaymentMethod.AccountSuffix'],
		]);
		expect(await fieldsOf('DepositDetailClass')).toEqual(
			expect.arrayContaining(['Time', 'Amount', 'Currency', 'Status']),
		);
		expect(await fieldsOf('ConversionDetailClass')).toEqual(
			expect.arrayContaining(['ConversionDate', 'OriginalDecision', 'NewDecision']),
		);
		expect(await fieldsOf('InvoiceSummaryClass')).toContain('CardType');
		const [CITY, ZIP] = ['BillTo.City', 'BillTo.Zip'];
		const attributes = [
			{ id: CITY, default: true },
			{ id: 'BillTo.State' },
			{ id: ZIP, required: true },
		];
		await bench.sandbox.control.fault({ kind: 'status', status: 200, body: { attributes } });
		expect(await fieldsOf('TransactionRequestClass')).toEqual([CITY, ZIP]);
		const none = { attributes: [{ id: CITY }] };
		await bench.sandbox.control.fault({ kind: 'status', status: 200, body: none });
		expect(refusal(await create('', { fieldSet: 'usual' }))).toMatch(/names no such fields/);
	});
});

describe('Report: Create One-Time, waiting', () => {
	it('looks until the report is ready and hands it over', async () => {
		const run = await working(create('Awaited 20261101', { wait: true }));
		const [{ reportId }] = await reportsOf('Awaited');
		const [item] = run.items;
		expect(item.json).toMatchObject({ reportId, reportName: 'Awaited 20261101' });
		expect(item.binary?.data).toMatchObject({
			fileName: 'Awaited 20261101 2026-10-01 to 2026-10-31.csv',
			mimeType: 'text/csv',
		});
		const seen = await bench.received();
		expect(seen.filter(({ request }) => request.startsWith('POST'))).toHaveLength(1);
		expect(seen.at(-1)).toEqual({
			request: `GET /reporting/v3/reports/${reportId}`,
			accept: 'text/csv',
		});
	});

	it('is an error that says how to go on where the report is not ready in time', async () => {
		setPause(7_000);
		const run = await create('Too slow', { wait: true, waitMinutes: 0.005 });
		// On a busy machine the last look is the first one.
		expect(refusal(run)).toMatch(
			/^Create one-time report "Too slow": 1 of 1 reports is not ready in time: "Too slow" \((?:not listed by the service yet|QUEUED)\)$/,
		);
		const [, orderId] = /Collect with this order ID: ([\w-]+)\./.exec(
			run.error?.description ?? '',
		) as unknown as [string, string];
		await bench.sandbox.control.advanceClock('PT12H');
		const collected = await bench.act('report', 'retrieve', { orderId, output: 'file' });
		expect(collected.items[0].binary?.data).toMatchObject({
			fileName: 'Too slow 2026-10-01 to 2026-10-31.csv',
		});
	});

	it('waits for a place while three other reports are being made', async () => {
		for (const name of ['Other 1', 'Other 2', 'Other 3']) json(await create(name));
		expect(refusal(await create('Fourth', { periodStart: '2026-06-01' }))).toMatch(
			/3 one-time reports are in progress/,
		);
		expect(refusal(await create('Fourth', { wait: true, waitMinutes: 0.005 }))).toContain(
			'"Fourth" (not ordered yet)',
		);
		const run = await working(create('Fourth', { wait: true }), 'PT1M');
		expect(run.items[0].binary?.data.fileName).toBe('Fourth 2026-10-01 to 2026-10-31.csv');
	});

	it.each<[string, boolean, string]>([
		['Report not found or no transactions available', true, ''],
		['Report not found or no transactions available', false, 'all_stores'],
		['Report not found', false, ''],
	])(
		'takes a listed report that has no file for an empty one in doubt: %s, %s %s',
		async (words, isEmpty, selectedMerchantGroupName) => {
			await bench.sandbox.control.fault({
				...answer(404, words),
				...{ path: '/reporting/v3/reports/*', method: 'GET' },
			});
			const additionalFields = { selectedMerchantGroupName };
			const awaited = { wait: true, output: 'rows', additionalFields };
			const run = await working(create(`${words} ${isEmpty}`, awaited));
			if (isEmpty) expect(json(run)).toEqual([]);
			else expect(refusal(run)).toContain(words);
		},
	);
});

describe('Report: Create One-Time, for a long period', () => {
	const LONG = { periodStart: '2026-06-01', wait: true, periodTimeZone: 'GMT' };

	it('orders windows that share no moment, three at a time, and joins their rows', async () => {
		const options = { addColumns: ['period'] };
		const rows = json(await working(create('Long', { ...LONG, options, output: 'rows' }), 'PT5M'));
		const posts = (await bench.received()).flatMap(({ request, body }) =>
			request.startsWith('POST') ? [body as Record<string, string>] : [],
		);
		const windows = posts
			.map(({ reportName, reportStartTime, reportEndTime }) => [
				reportName,
				reportStartTime.slice(0, 10),
				reportEndTime.slice(0, 23),
			])
			.sort();
		expect(windows).toEqual([
			['Long part 1 of 5', '2026-06-01', '2026-07-01T23:59:59.999'],
			['Long part 2 of 5', '2026-07-02', '2026-08-01T23:59:59.999'],
			['Long part 3 of 5', '2026-08-02', '2026-09-01T23:59:59.999'],
			['Long part 4 of 5', '2026-09-02', '2026-10-02T23:59:59.999'],
			['Long part 5 of 5', '2026-10-03', '2026-11-01T00:00:00.000'],
		]);
		expect(rows).toHaveLength(153 * 2);
		const different = (name: string) => new Set(rows.map((row) => row[name])).size;
		expect(different('Request.RequestID')).toBe(rows.length);
		for (const name of ['reportName', 'periodStart', 'periodEnd']) expect(different(name)).toBe(5);
		expect(different('reportCompletedTime')).toBeGreaterThan(1);
	});

	it('says how many of its parts are not ready in time, and which', async () => {
		const period = { ...LONG, periodStart: '2026-08-01', waitMinutes: 0.001 };
		json(await create('Partly', { ...period, wait: false }));
		const { control } = bench.sandbox;
		const reports = await reportsOf('Partly');
		for (const { reportId } of reports) await control.setReportStatus(reportId, 'RUNNING');
		for (const [index, words] of ['2 of 3 reports are', '1 of 3 reports is'].entries()) {
			await control.setReportStatus(reports[index].reportId, 'COMPLETED');
			const late = reports.slice(index + 1).map(({ reportName }) => `"${reportName}" (RUNNING)`);
			expect(refusal(await create('Partly', period))).toBe(
				`Create one-time report "Partly": ${words} not ready in time: ${late.join(', ')}`,
			);
		}
	});

	it('is one workbook that names the whole order, and the parts without transactions', async () => {
		const period = { periodStart: '2026-04-01', periodEnd: '2026-06-20' };
		const run = await working(create('Whole', { ...LONG, ...period, output: 'workbook' }), 'PT5M');
		const reportIds = (await reportsOf('Whole')).map(({ reportId }) => reportId);
		const [item] = run.items;
		const partsWithoutData = ['Whole part 1 of 3'];
		expect(item.json).toMatchObject({
			reportName: 'Whole',
			reportIds,
			periodStart: '2026-04-01T00:00:00.000+00:00',
			periodEnd: '2026-06-21T00:00:00.000+00:00',
			partsWithoutData,
		});
		expect(item.json).not.toHaveProperty('reportId');
		expect(item.binary?.data.fileName).toBe('Whole 2026-04-01 to 2026-06-20.xlsx');
		const { Totals } = read(await run.binary(item)).Sheets;
		const about = utils.sheet_to_json<string[]>(Totals, { header: 1 });
		expect(about.slice(0, 2)).toEqual([
			['Whole, 2026-04-01 00:00:00 to 2026-06-21 00:00:00, GMT'],
			['No data: Whole part 1 of 3'],
		]);
	});

	it('is a file for each part, and says how to get one', async () => {
		const period = { periodStart: '2026-04-01', periodEnd: '2026-06-20' };
		const run = await working(create('Files', { ...LONG, ...period, output: 'file' }), 'PT5M');
		expect(run.items).toHaveLength(2);
		expect(run.hints).toEqual([
			'The service makes reports of at most 31 days, so there are 3. 1 had no data. For one file, choose Excel Workbook as Output.',
		]);
		const again = async (output: string) => await create('Files', { ...LONG, ...period, output });
		expect((await again('rows')).hints).toContain('No data: Files part 1 of 3.');
		expect(json(await again('totals'))[0].notes).toContain('No data: Files part 1 of 3');
		const [item] = json(await create('Files', { ...LONG, ...period, wait: false }));
		expect(item).toMatchObject({ status: 'COMPLETED', ready: true });
	});
});

describe('Report: Collect', () => {
	const collect = async (orderId: IDataObject[string], parameters: object = {}, more = {}) =>
		await bench.act('report', 'retrieve', { orderId, output: 'rows', ...parameters }, more);

	it('orders the parts that are left, says that they are not ready, and gives all as one', async () => {
		const LONG = { periodStart: '2026-06-01', periodTimeZone: 'GMT' };
		let [item] = json(await create('Collected', LONG));
		const visits: unknown[] = [];
		for (let visit = 0; visit < 9 && item.orderId !== undefined; visit++) {
			visits.push(item.ready);
			await bench.sandbox.control.advanceClock('PT12H');
			[item] = json(await collect(item.orderId));
		}
		expect(visits).toEqual([false, false]);
		expect(await reportsOf('Collected')).toHaveLength(5);
		const { orderId } = (await create('Collected', LONG)).items[0].json;
		expect(json(await collect(orderId))).toHaveLength(153 * 2);
	});

	it('stays with the organization and the period of the order, whatever the time is by then', async () => {
		const options = { organizationId: 'merchant_one' };
		const partner = { token: TOKENS.partner };
		const run = await create('Until now', { period: 'today', options }, partner);
		const [{ orderId, periodEnd }] = json(run);
		expect(periodEnd).toBe('2026-11-10T13:00:00.000+01:00');
		expect(json(await collect(orderId, {}, partner))).toMatchObject([{ ready: false, periodEnd }]);
		await bench.sandbox.control.advanceClock('PT12H');
		const later = DateTime.fromISO('2026-11-10T15:00:00Z').toMillis();
		Settings.now = () => later;
		await requests();
		json(await collect(orderId, {}, partner));
		for (const request of await requests()) expect(request).toContain('=merchant_one');
		expect(await reportsOf('Until now')).toHaveLength(1);
	});

	it('keeps what is known of a report while the service lists only others', async () => {
		const [ordered] = json(await create('Unlisted'));
		const [queued] = json(await collect(ordered.orderId));
		const reportSearchResults = [{ reportName: 'Other', reportId: '9', status: 'COMPLETED' }];
		await bench.sandbox.control.fault({
			kind: 'status',
			status: 200,
			body: { reportSearchResults },
		});
		const { reportId, parts } = queued;
		const expected = { status: 'QUEUED', ready: false, reportId, parts };
		expect(json(await collect(queued.orderId))).toMatchObject([expected]);
	});

	it('is an error for a failed part, which another order makes under another name', async () => {
		const [{ orderId }] = json(await create('Fails at first'));
		const [failed] = await reportsOf('Fails at first');
		await bench.sandbox.control.setReportStatus(failed.reportId, 'ERROR');
		expect(refusal(await collect(orderId))).toBe(
			'Create one-time report "Fails at first": the service failed to make it',
		);
		const [again] = json(await create('Fails at first'));
		expect(again).toMatchObject({ outcome: 'ordered', ready: false, reportName: 'Fails at first' });
		await bench.sandbox.control.advanceClock('PT12H');
		expect(json(await collect(again.orderId))).toHaveLength(62);
		expect((await reportsOf('Fails at first')).map(({ reportName }) => reportName)).toEqual([
			'Fails at first',
			'Fails at first (again 2)',
		]);
	});

	it('refuses what is not an order ID before anything is sent', async () => {
		const [{ orderId }] = json(await create('To be damaged'));
		const right = orderId as string;
		const damaged = [
			'12345',
			...Array.from({ length: 20 }, (_, i) => {
				const at = Math.floor((right.length * i) / 20);
				return right.slice(0, at) + (right[at] === 'A' ? 'B' : 'A') + right.slice(at + 1);
			}),
			right.slice(0, -4),
			right.slice(12),
			encodeWithChecksum('order4', { parts: [] }),
		];
		await requests();
		for (const orderId of damaged) {
			expect(refusal(await collect(orderId))).toBe(
				'Order ID: this is not an order ID, or a part of it is missing',
			);
		}
		expect(await requests()).toEqual([]);
	});
});
