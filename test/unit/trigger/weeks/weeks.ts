import type { Change } from '../../../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
import type { InvoiceSettings } from '../../../../nodes/MerchantServicesTrigger/events/invoiceStatus/settings';
import type { InvoiceState } from '../../../../nodes/MerchantServicesTrigger/events/invoiceStatus/state';
import { pollInvoices } from '../../../../nodes/MerchantServicesTrigger/events/invoiceStatus/watch';
import { EVERY_CHANGE } from '../../../support/triggerSettings';
import { dice } from '../invoiceModel';
import type { PollRecord } from './judge';
import { anyReading, PlausibleService, type ServiceReading } from './plausibleService';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

export interface Weeks {
	service: PlausibleService;
	polls: PollRecord[];
	kills: number;
	edits: number;
	/** n8n did not run for a day. */
	pauses: number;
	failedPolls: number;
	largestState: number;
}

/** A trigger that watches a service for some weeks, while n8n is killed, paused and the workflow edited. */
export async function liveThrough(
	seed: number,
	days: number,
	changes: number,
	same: Partial<ServiceReading> = {},
): Promise<Weeks> {
	const roll = dice(seed);
	const service = new PlausibleService({ ...anyReading(roll), ...same }, roll);
	const polls: PollRecord[] = [];
	const run: Weeks = {
		service,
		polls,
		kills: 0,
		edits: 0,
		pauses: 0,
		failedPolls: 0,
		largestState: 0,
	};
	let settings: InvoiceSettings = { ...EVERY_CHANGE, pageSize: 100 };
	let saved: string | undefined;
	const poll = async (isKilled = false) => {
		const from = service.clock;
		service.flaws = 0;
		const state = saved === undefined ? undefined : (JSON.parse(saved) as InvoiceState);
		const done = await pollInvoices(state, {
			service,
			settings,
			now: service.clock,
			outOfTime: () => false,
		});
		if (!isKilled) saved = JSON.stringify(done.state satisfies InvoiceState);
		if (done.failure) run.failedPolls++;
		run.largestState = Math.max(run.largestState, saved?.length ?? 0);
		polls.push({
			from,
			to: service.clock,
			isWhole: !isKilled && service.flaws === 0 && done.events.length < settings.limit,
			events: isKilled ? [] : done.events,
		});
	};

	for (let past = 40 + roll(100); past > 0; past--) {
		service.change();
		service.clock += roll(12 * 60) * MINUTE;
	}
	service.clock += 20 * MINUTE;
	await poll();
	service.isCalm = false;
	const end = service.clock + days * DAY;
	const interval = [15, 30, 60][roll(3)] * MINUTE;
	const perPoll = (changes * interval) / (days * DAY);
	while (service.clock < end) {
		const isPause = roll(400) === 0;
		if (isPause) run.pauses++;
		const wait = isPause ? DAY + 2 * 60 * MINUTE : interval - roll(MINUTE);
		const next = service.clock + wait;
		for (let due = (perPoll * wait) / interval; due > 0; due--) {
			if (roll(1000) < due * 1000) {
				service.clock += roll(Math.max(1, next - service.clock));
				service.change();
			}
		}
		service.clock = Math.max(service.clock, next);
		if (roll(60) === 0) {
			run.edits++;
			settings = edited(settings, roll(3));
		}
		const isKilled = roll(30) === 0;
		if (isKilled) run.kills++;
		await poll(isKilled);
	}
	service.isCalm = true;
	settings = { ...settings, limit: 1000 };
	for (let last = 0; last < 14; last++) {
		service.clock += 5 * MINUTE;
		await poll();
	}
	return run;
}

function edited(settings: InvoiceSettings, choice: number): InvoiceSettings {
	const { changes } = settings.filters;
	const overdue: Change[] = changes.includes('overdue')
		? changes.filter((change) => change !== 'overdue')
		: [...changes, 'overdue'];
	switch (choice) {
		case 0:
			return { ...settings, limit: settings.limit === 1000 ? 3 : 1000 };
		case 1:
			return { ...settings, filters: { ...settings.filters, changes: overdue } };
		default:
			return { ...settings, zone: settings.zone === 'UTC' ? 'America/New_York' : 'UTC' };
	}
}
