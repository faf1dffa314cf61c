import {
	type ListReports,
	readList,
} from '../../nodes/MerchantServicesTrigger/events/newReport/foundReports';
import {
	readListedReport,
	type ReportState,
} from '../../nodes/MerchantServicesTrigger/events/newReport/report';
import { selectReports } from '../../nodes/MerchantServicesTrigger/events/newReport/select';
import { processorTime } from './processorTime';
import { EVERY_COMPLETED_REPORT } from '../support/triggerSettings';

/** In milliseconds. */
const START = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

export interface ReportPoll {
	requests: number;
	bytes: number;
	/** Of the saved state, in bytes. */
	state: number;
	/** In milliseconds of processor time. */
	processor: number;
	events: number;
}

/** A poll each 15 minutes at a service that makes so many reports a day. The service and the clock are simulated. */
export async function simulateReports(aDay: number): Promise<ReportPoll> {
	let now = START;
	let requests = 0;
	let bytes = 0;
	const between = DAY / aDay;
	const settings = { ...EVERY_COMPLETED_REPORT, limit: 100_000 };
	const list: ListReports = async ({ from, to }) => {
		const first = Math.ceil(Math.max(from, now - 10 * DAY) / between);
		const last = Math.floor(Math.min(to, now) / between);
		const found = Array.from({ length: Math.max(0, last - first) }, (_, index) => {
			const time = new Date((first + index) * between).toISOString();
			return {
				reportId: `report-${first + index}`,
				reportName: `Daily transactions ${(first + index) % aDay}`,
				reportDefinitionId: '210',
				reportMimeType: 'text/csv',
				reportFrequency: 'DAILY',
				status: 'COMPLETED',
				reportStartTime: time,
				reportEndTime: time,
				queuedTime: time,
				reportGeneratingTime: time,
				reportCompletedTime: time,
				organizationId: 'merchant_one',
			};
		});
		requests++;
		bytes += sizeOf(found);
		return found.map(readListedReport);
	};
	const poll = async (state: ReportState | undefined) => {
		const listing = await readList(list, state, now, settings, () => false);
		const { ready, close } = selectReports(state, listing, now, settings);
		return { events: ready.length, state: close(ready) };
	};
	let { state } = await poll(undefined);
	now += 15 * MINUTE;
	requests = bytes = 0;
	let events = 0;
	const processor = await processorTime(async () => {
		({ state, events } = await poll(state));
	});
	return { requests, bytes, state: sizeOf(state), processor, events };
}
