import { pollInvoices } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/watch';
import type { InvoiceEventState } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
import { EVERY_CHANGE } from '../../support/triggerSettings';
import { findingsOf, judge, newVerdict, type PollRecord } from './world/judge';
import { MINUTE, type LedgerChange, type LedgerInvoice } from './world/ledger';
import { CLASSES, LedgerService, readingOf } from './world/service';

const START = Date.parse('2026-03-01T12:00:00Z');
const POLLS = 6;

type Written = [minute: number, entry: string, status: string, paid?: number];

const invoice = (id: string, changes: Written[]): LedgerInvoice => {
	let balance = 100;
	return {
		id,
		isEmailed: true,
		changes: changes.map(([minute, entry, status, paid = 0]): LedgerChange => {
			balance -= paid;
			return { at: START + minute * MINUTE, entries: [entry], status, paid, balance };
		}),
	};
};

/** Changes of all kinds between the polls, which come every five minutes. */
const LEDGER = [
	invoice('paid', [
		[-90, 'SEND', 'SENT'],
		[3, 'PAYMENT', 'PARTIAL', 40],
		[8, 'PAYMENT', 'PARTIAL', 20],
		[12, 'PAYMENT', 'PAID', 40],
	]),
	invoice('at once', [
		[7, 'SEND', 'SENT'],
		[8, 'PAYMENT', 'PAID', 100],
	]),
	invoice('drafted', [
		[2, 'DRAFT', 'DRAFT'],
		[6, 'SEND', 'SENT'],
		[11, 'CANCEL', 'CANCELED'],
	]),
	invoice('reviewed', [
		[-80, 'SEND', 'SENT'],
		[4, 'PENDING', 'PENDING'],
		[13, 'REJECTED', 'SENT'],
	]),
	invoice('quiet', [[-70, 'SEND', 'SENT']]),
];

interface Lived {
	requests: number;
	findings: unknown;
	told: number;
}

/** The polls of a trigger: `failing` says whether a request fails, `killed` after which poll n8n saves nothing. */
async function live(failing: (request: number) => boolean, killed = -1): Promise<Lived> {
	const reading = readingOf({ ...CLASSES.ordinary, ...CALM }, () => 0);
	const service = new LedgerService(reading, LEDGER, () => 0, failing);
	const polls: PollRecord[] = [];
	let state: InvoiceEventState | undefined;
	// The last two are for what the others had to leave.
	for (let poll = 0; poll < POLLS + 2; poll++) {
		service.clock = START + poll * 5 * MINUTE;
		const { clock: from } = service;
		service.flaws = 0;
		const settings = { ...EVERY_CHANGE, pageSize: 100 };
		const input = { service, settings, now: from, outOfTime: () => false };
		const polled = await pollInvoices(state, input).catch(() => undefined);
		// An activation that fails is tried again.
		if (polled === undefined) continue;
		const events = poll === killed ? [] : polled.events;
		if (poll !== killed) state = JSON.parse(JSON.stringify(polled.state)) as InvoiceEventState;
		const isWhole = service.flaws === 0 && poll !== killed;
		polls.push({ from, to: service.clock, isWhole, events });
	}
	const verdict = newVerdict();
	const replay = { from: 0, until: 0, events: [] };
	judge({ service, polls, replay, kills: 0, edits: 0, failedPolls: 0 }, verdict);
	return { requests: service.requests, findings: findingsOf(verdict), told: verdict.told };
}

const CALM = { order: 'newest', mostOnPage: 100, sending: ['SEND'], ahead: 0 };
const NOTHING = { lost: [], doubled: [], wrong: [], order: [], amount: [] };

describe('Each change comes once, in order and with its amount', () => {
	it.each([
		['one', 1],
		['two in a row', 2],
		['five in a row', 5],
	])('though any request fails: %s', async (_, inRow) => {
		const { requests, told } = await live(() => false);
		expect(told).toBe(10);
		for (let first = 1; first <= requests; first++) {
			const lived = await live((request) => request >= first && request < first + inRow);
			expect([first, lived.findings]).toEqual([first, NOTHING]);
		}
	});

	it('though n8n is killed before it saves any poll', async () => {
		for (let killed = 1; killed < POLLS; killed++) {
			const { findings } = await live(() => false, killed);
			expect([killed, findings]).toEqual([killed, NOTHING]);
		}
	});
});
