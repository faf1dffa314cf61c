import type { InvoiceEventSettings } from '../../../../nodes/MerchantServicesTrigger/events/invoiceStatus/service';
import type { InvoiceEventState } from '../../../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
import {
	pollInvoices,
	replayInvoices,
} from '../../../../nodes/MerchantServicesTrigger/events/invoiceStatus/watch';
import type { InvoiceEvent } from '../../../../nodes/MerchantServicesTrigger/events/invoiceStatus/events';
import { EVERY_CHANGE } from '../../../support/triggerSettings';
import { dice, type Dice } from './chance';
import type { PollRecord } from './judge';
import { DAY, MINUTE, writeLedger } from './ledger';
import { LedgerService, readingOf, type Reading } from './service';

const START = Date.parse('2026-03-01T12:00:00Z');

/** What comes after the weeks, so that every wait ends. */
const LAST_POLLS = 14;

export interface Weeks {
	service: LedgerService;
	polls: PollRecord[];
	/** What a replay of the last days hands over. */
	replay: { from: number; until: number; events: InvoiceEvent[] };
	kills: number;
	edits: number;
	failedPolls: number;
}

/**
 * A trigger that watches a service for some weeks, while n8n is killed, stopped for a day, and the workflow edited.
 * What happens, what befalls n8n and how the network is are three rows of chance: another version of the trigger
 * gets the same weeks.
 */
export async function liveThrough(
	seed: number,
	days: number,
	changes: number,
	same: Partial<Reading>,
): Promise<Weeks> {
	const roll = dice(seed);
	const reading = readingOf(same, roll);
	const interval = [15, 30, 60][roll(3)] * MINUTE;
	const ledger = writeLedger(momentsOf(days, changes, interval, roll), reading.sending, roll);
	const service = new LedgerService(reading, ledger, dice(seed + 1_000_000));
	const befall = dice(seed + 2_000_000);
	const replay: Weeks['replay'] = { from: 0, until: 0, events: [] };
	const run: Weeks = { service, polls: [], replay, kills: 0, edits: 0, failedPolls: 0 };
	let settings: InvoiceEventSettings = { ...EVERY_CHANGE, pageSize: 100 };
	let saved: string | undefined;
	const poll = async (at: number, isKilled = false) => {
		service.clock = Math.max(service.clock, at);
		const { clock: from } = service;
		service.flaws = 0;
		const state = saved === undefined ? undefined : (JSON.parse(saved) as InvoiceEventState);
		const input = { service, settings, now: from, outOfTime: () => false };
		const lookedUp = new Map(service.lookedUp);
		const done = await pollInvoices(state, input);
		if (!isKilled) saved = JSON.stringify(done.state);
		// What a killed poll has seen, nobody knows.
		else service.lookedUp = lookedUp;
		if (done.failure) run.failedPolls++;
		const isWhole = !isKilled && service.flaws === 0 && done.events.length < settings.limit;
		run.polls.push({ from, to: service.clock, isWhole, events: isKilled ? [] : done.events });
	};

	await poll(START);
	service.isCalm = false;
	const end = START + days * DAY;
	for (let at = START + interval; at < end; at += interval) {
		if (befall(400) === 0) at += DAY;
		const edit = befall(180);
		const isKilled = befall(30) === 0;
		if (edit < 3) settings = edited(settings, edit);
		if (edit < 3) run.edits++;
		if (isKilled) run.kills++;
		await poll(at, isKilled);
	}
	service.isCalm = true;
	settings = { ...settings, limit: 1000 };
	for (let last = 1; last <= LAST_POLLS; last++) await poll(end + last * 5 * MINUTE);

	// A poll has its events between its begin and the next one.
	const middle = run.polls.findIndex(({ from }) => from > end - Math.min(days / 2, 10) * DAY);
	replay.from = (run.polls[middle - 1].to + run.polls[middle].from) / 2;
	// The clock of the service may be ahead.
	replay.until = service.clock + 5 * MINUTE;
	// What the replay sees does not help the polls before it.
	const { lookedUp } = service;
	service.lookedUp = new Map();
	let progress: InvoiceEventState | undefined;
	do {
		const input = { service, settings, now: service.clock, outOfTime: () => false };
		const state = JSON.parse(saved!) as InvoiceEventState;
		const { events, state: next } = await replayInvoices(progress, replay, state, input);
		replay.events.push(...events);
		progress = next;
	} while (progress !== undefined);
	service.lookedUp = lookedUp;
	return run;
}

/** When something happens: before the start, and then at any time or while a poll reads. */
function momentsOf(days: number, changes: number, interval: number, roll: Dice): number[] {
	const moments: number[] = [];
	for (let past = 40 + roll(100); past > 0; past--)
		moments.push(START - 20 * MINUTE - roll(30 * DAY));
	for (let count = 0; count < changes; count++) {
		const isDuring = roll(10) === 0;
		const poll = START + interval * (1 + roll(Math.floor((days * DAY) / interval) - 1));
		moments.push(isDuring ? poll + roll(3000) : START + MINUTE + roll(days * DAY - MINUTE));
		// Some come soon after another.
		if (roll(5) === 0) moments.push(moments.at(-1)! + roll(10 * MINUTE));
	}
	return moments.sort((a, b) => a - b);
}

function edited(settings: InvoiceEventSettings, choice: number): InvoiceEventSettings {
	const { limit, zone, changes } = settings;
	if (choice === 0) return { ...settings, limit: limit === 1000 ? 3 : 1000 };
	if (choice === 1) return { ...settings, zone: zone === 'UTC' ? 'America/New_York' : 'UTC' };
	const others = changes.filter((change) => change !== 'overdue');
	const isThere = others.length < changes.length;
	return {
		...settings,
		changes: isThere ? others : [...others, 'overdue'],
	};
}
