import type { REPORTS as SPOTS } from '../../../../sandbox/dialects/table/reports';
import type { Answer } from '../../../support/sandbox';
import type { Body } from '../../invoicing/bodies';
import {
	DOWNLOADS,
	oneTimeReport,
	REPORTS,
	subscription,
	SUBSCRIPTIONS,
} from '../../reporting/bodies';
import { type Check, type Checks, type Stage } from '../stage';

const DEFINITIONS = '/reporting/v3/report-definitions';
const WEEK = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-03-08T00:00:00Z' };
const PERIOD = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-04-01T00:00:00Z' };
const FUTURE = 'Request.FutureField';

async function made(stage: Stage): Promise<string> {
	const report = await stage.sandbox.control.makeReport({
		reportName: 'Sales',
		reportFields: ['Request.RequestID', 'PaymentData.Amount'],
		rows: 2,
	});
	return report.reportId;
}

async function details(stage: Stage): Promise<Body> {
	return (await stage.get<Body>(`${REPORTS}/${await made(stage)}`)).body;
}

async function entry(stage: Stage): Promise<Body> {
	await made(stage);
	const answer = await stage.get<{ reportSearchResults: Body[] }>(REPORTS, {
		...PERIOD,
		timeQueryType: 'reportTimeFrame',
	});
	return answer.body.reportSearchResults[0];
}

const has =
	(read: (stage: Stage) => Promise<Body>, present: string[], absent: string[]): Check =>
	async (stage) => {
		const body = await read(stage);
		for (const name of present) expect(body).toHaveProperty([name]);
		for (const name of absent) expect(body).not.toHaveProperty([name]);
	};

const words =
	(status: string, daily: string): Check =>
	async (stage) => {
		const listed = await entry(stage);
		expect([listed.status, listed.reportFrequency]).toEqual([status, daily]);
		await stage.sandbox.call('PUT', SUBSCRIPTIONS, { body: subscription() });
		const { body } = await stage.get(`${SUBSCRIPTIONS}/Daily%20sales`);
		expect(body.reportFrequency).toBe(daily);
		const { body: report } = await stage.get(`${REPORTS}/${String(listed.reportId)}`);
		expect([report.reportStatus, report.reportFrequency]).toEqual([status, daily]);
	};

const definition = (stage: Stage): Promise<Answer<{ attributes?: Body[] | null } & Body>> =>
	stage.get(`${DEFINITIONS}/TransactionRequestClass`);

const ids =
	(inDefinitions: unknown, inReports: unknown): Check =>
	async (stage) => {
		const { body } = await stage.get<{ reportDefinitions: Body[] }>(DEFINITIONS);
		expect(body.reportDefinitions[0].reportDefinitionId).toBe(inDefinitions);
		expect((await definition(stage)).body.reportDefinitionId).toBe(inDefinitions);
		expect((await entry(stage)).reportDefinitionId).toBe(inReports);
	};

/** All attributes there are: as many as in the usual dialect. */
async function catalogue(stage: Stage): Promise<number> {
	await stage.sandbox.control.send('DELETE', '/dialect');
	return ((await definition(stage)).body.attributes ?? []).length;
}

async function file(stage: Stage): Promise<string> {
	await made(stage);
	return await downloaded(stage);
}

async function downloaded(stage: Stage) {
	const url = `${stage.sandbox.address}${DOWNLOADS}?reportName=Sales&reportDate=2026-03-10`;
	const response = await fetch(url, {
		headers: { authorization: `Bearer ${stage.sandbox.token}` },
	});
	return Buffer.from(await response.arrayBuffer()).toString('utf8');
}

/** The report and the on-demand report, whose rows are transactions. */
const writes =
	(fits: (text: string) => void): Check =>
	async (stage) => {
		fits(await file(stage));
		await stage.sandbox.control.traffic({ perDay: 2, from: '2026-03-01T00:00:00Z' });
		const url = `${stage.sandbox.address}/reporting/v3/purchase-refund-details?${new URLSearchParams(WEEK).toString()}`;
		const response = await fetch(url, {
			headers: { authorization: `Bearer ${stage.sandbox.token}`, accept: 'text/csv' },
		});
		fits(Buffer.from(await response.arrayBuffer()).toString('utf8'));
		const [{ reportId }] = await stage.sandbox.control.reports();
		const truth = await stage.sandbox.call('GET', `/_sandbox/reports/${reportId}/file`);
		expect(truth.text).toMatch(/^Transaction Request Report,2\.0,.*\nRequest\.RequestID,/);
	};

/** What becomes of an order where there are no transactions. */
const ordersNothing =
	(answered: number, status?: string): Check =>
	async (stage) => {
		const body = oneTimeReport({ reportName: 'Nothing' });
		expect((await stage.sandbox.call('POST', REPORTS, { body })).status).toBe(answered);
		await stage.sandbox.control.advanceClock('PT5M');
		const [report] = await stage.sandbox.control.reports();
		expect((report as typeof report | undefined)?.status).toBe(status);
		if (status !== 'COMPLETED') return;
		const path = `${REPORTS}/${report.reportId}`;
		const { text } = await stage.get(path, {}, { accept: 'text/csv' });
		expect(text.trim().split('\n')).toHaveLength(2);
	};

export const REPORT_CHECKS: Checks<keyof typeof SPOTS> = {
	reportById: {
		negotiated: async (stage) => {
			const path = `${REPORTS}/${await made(stage)}`;
			expect((await stage.get(path, {}, { accept: 'application/json' })).body).toMatchObject({
				reportStatus: 'COMPLETED',
			});
			expect((await stage.get(path, {}, { accept: 'text/csv' })).text).toContain('RequestID');
		},
		'always-file': async (stage) => {
			const path = `${REPORTS}/${await made(stage)}`;
			for (const accept of ['application/json', 'text/csv', 'application/xml']) {
				const answer = await stage.get(path, {}, { accept });
				expect(answer.headers.get('content-type')).toContain('text/csv');
				expect(answer.text).toContain('Request.RequestID');
			}
		},
	},
	reportDetails: {
		all: has(details, ['reportStatus', 'reportStartTime', 'reportName'], []),
		'no-status': has(details, ['reportStartTime', 'reportName'], ['reportStatus']),
		'no-period': has(details, ['reportStatus'], ['reportStartTime', 'reportEndTime']),
		bare: has(details, ['reportId', 'reportStatus'], ['reportName', 'timezone', 'reportFields']),
	},
	reportEntries: {
		all: has(entry, ['_links', 'queuedTime', 'reportMimeType'], []),
		'no-links': has(entry, ['queuedTime', 'reportMimeType'], ['_links']),
		'no-times': has(
			entry,
			['_links', 'reportEndTime'],
			['queuedTime', 'reportGeneratingTime', 'reportCompletedTime'],
		),
		'no-format': has(entry, ['_links'], ['reportMimeType', 'reportFrequency']),
	},
	reportEnumCase: {
		upper: words('COMPLETED', 'DAILY'),
		capitalized: words('Completed', 'Daily'),
		lower: words('completed', 'daily'),
	},
	definitionIds: {
		mixed: ids(210, '210'),
		numbers: ids(210, 210),
		texts: ids('210', '210'),
	},
	definitionAttributes: {
		catalogue: async (stage) => {
			const { attributes } = (await definition(stage)).body;
			expect(attributes).toHaveLength(await catalogue(stage));
		},
		fewer: async (stage) => {
			const { attributes } = (await definition(stage)).body;
			expect(attributes).toHaveLength(Math.ceil((await catalogue(stage)) / 2));
		},
		more: async (stage) => {
			const { attributes } = (await definition(stage)).body;
			expect(attributes?.at(-1)).toMatchObject({ id: FUTURE, name: FUTURE });
			const body = oneTimeReport({ reportFields: ['Request.RequestID', FUTURE] });
			expect((await stage.sandbox.call('POST', REPORTS, { body })).status).toBe(200);
			const recurring = subscription({ reportFields: ['Request.RequestID', FUTURE] });
			expect((await stage.sandbox.call('PUT', SUBSCRIPTIONS, { body: recurring })).status).toBe(
				200,
			);
			expect(attributes).toHaveLength((await catalogue(stage)) + 1);
		},
		null: async (stage) => {
			expect((await definition(stage)).body.attributes).toBeNull();
		},
		absent: async (stage) => {
			expect((await definition(stage)).body).not.toHaveProperty('attributes');
		},
	},
	attributeIds: {
		names: async (stage) => {
			const [attribute] = (await definition(stage)).body.attributes ?? [];
			expect([attribute.id, attribute.name]).toEqual(['Request.RequestID', 'Request.RequestID']);
		},
		numbers: async (stage) => {
			const [attribute] = (await definition(stage)).body.attributes ?? [];
			expect([attribute.id, attribute.name]).toEqual([1001, 'Request.RequestID']);
		},
	},
	definitionFormats: {
		listed: async (stage) => {
			expect((await definition(stage)).body.supportedFormats).toHaveLength(2);
		},
		null: async (stage) => {
			expect((await definition(stage)).body.supportedFormats).toBeNull();
		},
	},
	csvBom: {
		none: writes((text) => expect(text.startsWith('\uFEFF')).toBe(false)),
		bom: writes((text) => expect(text.startsWith('\uFEFF')).toBe(true)),
	},
	csvLineEnds: {
		lf: writes((text) => expect(text).toMatch(/^[^\r\n]+\n[^\r\n]+\n/)),
		crlf: writes((text) => expect(text).toMatch(/^[^\r\n]+\r\n[^\r\n]+\r\n/)),
		cr: writes((text) => expect(text).toMatch(/^[^\r\n]+\r[^\r\n]+\r/)),
	},
	csvPreamble: {
		line: writes((text) => expect(text).toMatch(/^\w+ [\w ]+,2\.0,/)),
		none: writes((text) => expect(text).toMatch(/^Request\.RequestID,/)),
	},
	csvEnd: {
		'line-end': writes((text) => expect(text).toMatch(/[^\n]\n$/)),
		open: writes((text) => expect(text).toMatch(/^[^\n]+\nRequest\.RequestID,[^\n]+\n.*[^\n]$/s)),
	},
	emptyReport: {
		'no-data': ordersNothing(200, 'NO_DATA'),
		'header-only': ordersNothing(200, 'COMPLETED'),
		refused: ordersNothing(404),
	},
	csvQuotes: {
		'where-needed': writes((text) => expect(text).toContain('\nRequest.RequestID,')),
		all: writes((text) => {
			expect(text).toContain('\n"Request.RequestID","');
			expect(text).toMatch(/^"[\w ]+","2\.0","/);
		}),
	},
};
