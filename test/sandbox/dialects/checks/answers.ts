import type { ANSWERS } from '../../../../sandbox/dialects/table/answers';
import type { Answer } from '../../../support/sandbox';
import { changed, EMAIL_DRAFT, SENT } from '../../invoicing/bodies';
import { oneTimeReport, REPORTS, subscription, SUBSCRIPTIONS } from '../../reporting/bodies';
import type { Check, Checks, Stage } from '../stage';

const NUMBERED = changed(SENT, { 'invoiceInformation.invoiceNumber': 'N-1' });
const WEEK = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-03-08T00:00:00Z' };

const DEFINITIONS = '/reporting/v3/report-definitions';

const comesAs =
	(type: string): Check =>
	async (stage) => {
		const { status, headers, body } = await stage.get(DEFINITIONS);
		expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
		expect(body).toHaveProperty('reportDefinitions');
	};

const filesComeAs =
	(type: string): Check =>
	async (stage) => {
		const { reportId } = await stage.sandbox.control.makeReport({ reportName: 'One', rows: 1 });
		const path = `${REPORTS}/${reportId}`;
		const { headers, text } = await stage.get(path, {}, { accept: 'text/csv' });
		expect(headers.get('content-type')?.split(';')[0]).toBe(type);
		expect(text).toContain('Request.RequestID');
	};

const creates =
	(status: number, fits: (answer: Answer<object>) => void): Check =>
	async (stage) => {
		const answer = await stage.calls.create(NUMBERED);
		expect(answer.status).toBe(status);
		fits(answer);
		expect(await stage.truth('N-1')).toMatchObject({ status: 'SENT', emails: [{}] });
	};

const withInvoice = ({ body }: Answer<object>): void =>
	expect(body).toMatchObject({ id: 'N-1', status: 'SENT' });
const withNothing = ({ text }: Answer<object>): void => expect(text).toBe('');

const acts =
	(status: number, fits: (answer: Answer<object>) => void): Check =>
	async (stage) => {
		const draft = changed(EMAIL_DRAFT, { 'invoiceInformation.invoiceNumber': 'N-1' });
		await stage.calls.create(draft);
		const { calls } = stage;
		for (const act of [calls.update('N-1', draft), calls.send('N-1'), calls.cancel('N-1')]) {
			const answer = await act;
			expect(answer.status).toBe(status);
			fits(answer);
		}
		const { invoiceHistory } = await stage.truth('N-1');
		expect(invoiceHistory).toMatchObject([{}, {}, {}, {}]);
	};

const ordersReports =
	(status: number, text: RegExp): Check =>
	async (stage) => {
		const orders = [
			await stage.sandbox.call('POST', REPORTS, { body: oneTimeReport() }),
			await stage.sandbox.call('PUT', SUBSCRIPTIONS, { body: subscription() }),
		];
		for (const answer of orders) {
			expect(answer.status).toBe(status);
			expect(answer.text).toMatch(text);
		}
		expect(await stage.sandbox.control.reports()).toHaveLength(1);
	};

/** An empty period, a report that nobody has, and a list without entries. */
async function missing(stage: Stage): Promise<[Answer, Answer, Answer]> {
	return [
		await stage.get(REPORTS, { ...WEEK, timeQueryType: 'executedTime' }),
		await stage.get(`${REPORTS}/no-such-report`),
		await stage.get('/reporting/v3/purchase-refund-details', WEEK),
	];
}

const misses =
	(status: number, ...bodies: Array<object | string>): Check =>
	async (stage) => {
		for (const [index, answer] of (await missing(stage)).entries()) {
			expect(answer.status).toBe(status);
			expectBody(answer, bodies[index % bodies.length]);
		}
	};

function expectBody(answer: Answer<object>, body: object | string): void {
	if (typeof body === 'string') expect(answer.text.startsWith(body)).toBe(true);
	else if (Object.keys(body).length === 0) expect(answer.body).toEqual({});
	else expect({ reason: undefined, ...answer.body }).toMatchObject(body);
}

const withoutBody =
	(ask: (stage: Stage) => Promise<ReadonlyArray<Answer<object>>>): Check =>
	async (stage) => {
		for (const answer of await ask(stage)) expect([answer.status, answer.text]).toEqual([404, '']);
	};

const missesInvoice =
	(body: object | string): Check =>
	async (stage) => {
		for (const answer of [await stage.calls.get('nobody'), await stage.calls.send('nobody')]) {
			expect(answer.status).toBe(404);
			expectBody(answer, body);
		}
	};

const duplicates =
	(status: number, body: object): Check =>
	async (stage) => {
		await stage.calls.create(NUMBERED);
		const answer = await stage.calls.create(NUMBERED);
		expect(answer.status).toBe(status);
		expectBody(answer, body);
		expect(await stage.ids()).toEqual(['N-1']);
	};

const duplicatesReport =
	(status: number, body: object): Check =>
	async (stage) => {
		await stage.sandbox.call('POST', REPORTS, { body: oneTimeReport() });
		const other = oneTimeReport({ reportMimeType: 'application/xml' });
		const answer = await stage.sandbox.call('POST', REPORTS, { body: other });
		expect(answer.status).toBe(status);
		expectBody(answer, body);
		expect(await stage.sandbox.control.reports()).toHaveLength(1);
	};

const limits =
	(status: number, body: object): Check =>
	async (stage) => {
		const order = (name: string): Promise<Answer> =>
			stage.sandbox.call('POST', REPORTS, { body: oneTimeReport({ reportName: name }) });
		for (const name of ['A', 'B', 'C']) expect((await order(name)).status).toBe(200);
		const answer = await order('D');
		expect(answer.status).toBe(status);
		expectBody(answer, body);
		expect(await stage.sandbox.control.reports()).toHaveLength(3);
	};

const PLAIN = { reason: undefined, message: 'Bad request.' };

export const ANSWER_CHECKS: Checks<keyof typeof ANSWERS> = {
	createAnswer: {
		'201-invoice': creates(201, withInvoice),
		'201-empty': creates(201, withNothing),
		'202-invoice': creates(202, withInvoice),
		'202-notice': creates(202, ({ body }) => {
			expect(body).toMatchObject({ reason: 'ACCEPTED' });
			expect(body).not.toHaveProperty('id');
		}),
		'202-empty': creates(202, withNothing),
	},
	actionAnswer: {
		'200-invoice': acts(200, ({ body }) => expect(body).toMatchObject({ id: 'N-1' })),
		'200-empty': acts(200, withNothing),
		'204-empty': acts(204, withNothing),
	},
	reportWriteAnswer: {
		empty: ordersReports(200, /^$/),
		body: ordersReports(200, /^{"reason":"ACCEPTED"/),
		'always-304': ordersReports(304, /^$/),
	},
	reportingNotFound: {
		documented: misses(404, { reason: 'NO_DATA' }, { reason: 'NOT_FOUND' }, { reason: 'NO_DATA' }),
		'report-not-found': misses(404, { reason: 'NOT_FOUND', message: 'Report not found.' }),
		'no-transactions': misses(404, { reason: 'NO_DATA', message: 'No transactions available.' }),
		either: misses(404, {
			reason: undefined,
			message: 'Report not found or no transactions available.',
		}),
		'no-body': withoutBody(missing),
		html: misses(404, '<!doctype html>'),
		'empty-object': misses(404, {}),
		'empty-list': async (stage) => {
			const [reports, report, purchases] = await missing(stage);
			expect([reports.status, reports.body]).toEqual([200, { reportSearchResults: [] }]);
			expect([purchases.status, purchases.body.requestDetails]).toEqual([200, []]);
			expect(report.status).toBe(404);
			const file = await stage.get('/reporting/v3/conversion-details', WEEK, {
				accept: 'text/csv',
			});
			expect(file.status).toBe(404);
		},
	},
	invoiceNotFound: {
		documented: missesInvoice({ reason: 'NOTFOUND' }),
		'other-words': missesInvoice({ reason: 'UNKNOWN_ID', message: 'No such resource.' }),
		'no-body': withoutBody(async ({ calls }) => [await calls.get('nobody')]),
		html: missesInvoice('<!doctype html>'),
		'empty-object': missesInvoice({}),
	},
	errorStatus: {
		documented: async (stage) => {
			expect((await stage.calls.create({})).status).toBe(400);
			expect((await stage.calls.get('nobody')).status).toBe(404);
		},
		'always-200': async (stage) => {
			const refused = await stage.calls.create({});
			expect([refused.status, refused.body.reason]).toEqual([200, 'VALIDATION_ERRORS']);
			const unknown = await stage.calls.get('nobody');
			expect([unknown.status, unknown.body.reason]).toEqual([200, 'NOTFOUND']);
			const [reports] = await missing(stage);
			expect([reports.status, reports.body.reason]).toEqual([200, 'NO_DATA']);
			const stranger = await stage.sandbox.call('GET', '/invoicing/v2/invoices', { token: 'no' });
			expect(stranger.status).toBe(401);
		},
	},
	duplicateInvoice: {
		'400-duplicate-record': duplicates(400, { reason: 'DUPLICATE_RECORD' }),
		'400-validation-errors': duplicates(400, { reason: 'VALIDATION_ERRORS' }),
		'400-plain': duplicates(400, PLAIN),
		'409-conflict': duplicates(409, { reason: 'CONFLICT' }),
		'422-unprocessable': duplicates(422, { reason: 'UNPROCESSABLE' }),
	},
	duplicateReport: {
		'400-duplicate-name': duplicatesReport(400, { reason: 'DUPLICATE_NAME' }),
		'400-plain': duplicatesReport(400, PLAIN),
		'409-conflict': duplicatesReport(409, { reason: 'CONFLICT' }),
		'422-unprocessable': duplicatesReport(422, { reason: 'UNPROCESSABLE' }),
	},
	reportLimit: {
		'400-limit-reached': limits(400, { reason: 'LIMIT_REACHED' }),
		'400-plain': limits(400, PLAIN),
		'409-conflict': limits(409, { reason: 'CONFLICT' }),
		'429-too-many': limits(429, { reason: 'TOO_MANY' }),
	},
	jsonType: {
		json: comesAs('application/json'),
		hal: comesAs('application/hal+json'),
		'byte-order-mark': async (stage) => {
			const { address, token } = stage.sandbox;
			const response = await fetch(`${address}${DEFINITIONS}`, {
				headers: { authorization: `Bearer ${token}` },
			});
			expect(Buffer.from(await response.arrayBuffer()).subarray(0, 4)).toEqual(
				Buffer.from('\uFEFF{'),
			);
		},
	},
	fileType: {
		'as-asked': filesComeAs('text/csv'),
		'octet-stream': filesComeAs('application/octet-stream'),
	},
};
