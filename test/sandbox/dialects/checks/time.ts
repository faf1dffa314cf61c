import type { TIME } from '../../../../sandbox/dialects/table/time';
import {
	DOWNLOADS,
	oneTimeReport,
	REPORTS,
	subscription,
	SUBSCRIPTIONS,
} from '../../reporting/bodies';
import { type Check, type Checks, type Stage } from '../stage';

const PERIOD = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-04-01T00:00:00Z' };

interface Entry {
	reportName: string;
	reportId: string;
	reportEndTime: string | null;
	queuedTime: string;
	timezone?: string;
	timeZone?: string;
}

async function reportEntries(stage: Stage): Promise<Entry[]> {
	const { body } = await stage.get<{ reportSearchResults?: Entry[] }>(REPORTS, {
		...PERIOD,
		timeQueryType: 'reportTimeFrame',
	});
	return body.reportSearchResults ?? [];
}

/** Unseen for so many seconds, and seen a second later. */
const appearsAfter =
	(
		seconds: number,
		make: (stage: Stage) => Promise<unknown>,
		seen: (stage: Stage) => Promise<boolean>,
	): Check =>
	async (stage) => {
		await make(stage);
		if (seconds > 0) {
			await stage.sandbox.control.advanceClock(`PT${seconds - 1}S`);
			expect(await seen(stage)).toBe(false);
			await stage.sandbox.control.advanceClock('PT1S');
		}
		expect(await seen(stage)).toBe(true);
	};

const invoiceAfter = (seconds: number): Check =>
	appearsAfter(
		seconds,
		(stage) => stage.create(),
		async (stage) => {
			const { invoices = [], totalInvoices } = await stage.list();
			expect(totalInvoices).toBe(invoices.length);
			return invoices.length === 1;
		},
	);

const reportAfter = (seconds: number): Check =>
	appearsAfter(
		seconds,
		(stage) => stage.sandbox.call('POST', REPORTS, { body: oneTimeReport() }),
		async (stage) => (await reportEntries(stage)).length === 1,
	);

const downloadAfter = (seconds: number): Check =>
	appearsAfter(
		seconds,
		(stage) => stage.sandbox.control.makeReport({ reportName: 'Big', rows: 1 }),
		async (stage) => {
			const [{ reportId }] = await reportEntries(stage);
			const byName = await stage.get(DOWNLOADS, { reportName: 'Big', reportDate: '2026-03-10' });
			const byId = await stage.get(`${REPORTS}/${reportId}`, {}, { accept: 'text/csv' });
			expect(byName.status).toBe(byId.status);
			return byName.status === 200;
		},
	);

const endsAt =
	(end: string | null): Check =>
	async (stage) => {
		await stage.sandbox.control.makeReport({ reportName: 'Big', rows: 1 });
		const [entry] = await reportEntries(stage);
		const { body } = await stage.get<Entry>(`${REPORTS}/${entry.reportId}`);
		expect([entry.reportEndTime, body.reportEndTime]).toEqual([end, end]);
		const [{ reportEndTime }] = await stage.sandbox.control.reports();
		expect(reportEndTime).toBe('2026-03-10T00:00:00.000Z');
	};

const writesTimes =
	(written: string): Check =>
	async (stage) => {
		await stage.sandbox.control.makeReport({ reportName: 'Big', rows: 1 });
		const { body: invoice } = await stage.create();
		const [{ queuedTime }] = await reportEntries(stage);
		const [listed] = (await stage.list()).invoices ?? [];
		expect([queuedTime, invoice.submitTimeUtc, listed.createdDate]).toEqual([
			written,
			written,
			written,
		]);
	};

const clockSays =
	(header: string, written: string): Check =>
	async (stage) => {
		const answer = await stage.create();
		expect(answer.headers.get('date')).toBe(header);
		expect(answer.body.submitTimeUtc).toBe(written);
		const refused = await stage.calls.create({});
		expect(refused.body.submitTimeUtc).toBe(written);
		const control = await stage.sandbox.call('GET', '/_sandbox/clock');
		expect(control.headers.get('date')).toBe('Tue, 10 Mar 2026 12:00:00 GMT');
	};

const namesTimeZone =
	(key: 'timezone' | 'timeZone', other: 'timezone' | 'timeZone'): Check =>
	async (stage) => {
		await stage.sandbox.control.makeReport({ reportName: 'Big', rows: 1 });
		await stage.sandbox.call('PUT', SUBSCRIPTIONS, { body: subscription() });
		const [entry] = await reportEntries(stage);
		const { body: details } = await stage.get<Entry>(`${REPORTS}/${entry.reportId}`);
		const { body } = await stage.get<{ subscriptions: Entry[] }>(SUBSCRIPTIONS);
		for (const each of [entry, details, body.subscriptions[0]]) {
			expect(each[key]).toBe('GMT');
			expect(each).not.toHaveProperty(other);
		}
	};

export const TIME_CHECKS: Checks<keyof typeof TIME> = {
	invoiceListLag: {
		none: invoiceAfter(0),
		seconds: invoiceAfter(10),
		minutes: invoiceAfter(180),
	},
	reportListLag: {
		none: reportAfter(0),
		seconds: reportAfter(10),
		minutes: reportAfter(180),
	},
	downloadLag: {
		none: downloadAfter(0),
		seconds: downloadAfter(10),
	},
	reportEnd: {
		'as-given': endsAt('2026-03-10T00:00:00.000Z'),
		'last-second': endsAt('2026-03-09T23:59:59.000Z'),
		null: endsAt(null),
	},
	timeFormat: {
		z: writesTimes('2026-03-10T12:00:00.000Z'),
		offset: writesTimes('2026-03-10T14:00:00.000+02:00'),
		none: writesTimes('2026-03-10T12:00:00.000'),
	},
	clock: {
		right: clockSays('Tue, 10 Mar 2026 12:00:00 GMT', '2026-03-10T12:00:00.000Z'),
		ahead: clockSays('Tue, 10 Mar 2026 12:07:00 GMT', '2026-03-10T12:07:00.000Z'),
		behind: clockSays('Tue, 10 Mar 2026 11:53:00 GMT', '2026-03-10T11:53:00.000Z'),
	},
	timezoneKey: {
		timezone: namesTimeZone('timezone', 'timeZone'),
		timeZone: namesTimeZone('timeZone', 'timezone'),
	},
};
