import { DateTime } from 'luxon';
import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsField } from '../../../shared/node/fields';
import { concurrencyOption, readOptions } from '../../../shared/node/parameters';
import { daysBetween, dueDateOf, isOwedStatus, statusOf } from '../../../shared/invoice/invoice';
import type { Item } from '../../../shared/node/resource';
import { parseDateInput, quoteDateInput } from '../../../shared/period/period';
import { error, readAll, refusal, SingleRowRefusal } from '../../../shared/problem';
import { parseNames, trimText } from '../../../shared/text';
import { type Invoice, invoiceNumberOf, Invoicing } from '../../../shared/service/invoicing';
import {
	emailedSince,
	possibleEmailText,
	statusAndDeliveryOf,
	refusalReason,
	toSkipReason,
} from '../../invoice/states';
import { checkOnlyField, outputOption, findRerunCause } from '../options';
import { checkableOperation } from './checkOnly';
import {
	getPicked,
	invoiceLocator,
	pickedNumber,
	failedPickedColumns,
	withFetchedInvoice,
	requirePickedNumber,
} from './locator';
import { applyTransition, SEND_TRANSITION } from './moves';
import { refuseByStatus } from './once';
import {
	COLUMNS_AFTER_CHANGE,
	type ChangeSummary,
	changedItem,
	invoiceNumberInOutput,
	readOutputOptions,
	type OutputOptions,
} from './output';

const sentSinceField: INodeProperties = {
	displayName: 'Skip If Sent Since',
	name: 'sentSince',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2026-12-31T09:00, or leave empty',
	description:
		'Skips invoices that were emailed at or after this time, for example {{ $now.minus(1, "hour") }}. Leave empty to email every time. Required with Retry On Fail and for AI agents, unless you add Remind on Days Overdue.',
};

const remindOption: INodeProperties = {
	displayName: 'Remind on Days Overdue',
	name: 'remindOnDaysOverdue',
	type: 'string',
	default: '1, 14, 30',
	placeholder: 'e.g. 1, 14, 30',
	description:
		'Emails only overdue invoices, each once from each of these days on. Skips all others.',
};

export const send = checkableOperation({
	name: 'Send',
	action: 'Send invoice',
	description: 'Send an invoice, or send it again',
	subtitle: 'Send Invoice',
	fields: [
		// After Get Many, nothing is left to enter.
		{ ...invoiceLocator, default: { mode: 'id', value: '={{ $json.invoiceNumber }}' } },
		{
			displayName:
				'Every run emails the invoice, unless Skip If Sent Since or Remind on Days Overdue prevents it. A draft to share later is only published.',
			name: 'sendNotice',
			type: 'notice',
			default: '',
		},
		sentSinceField,
		checkOnlyField,
		optionsField(concurrencyOption, outputOption, remindOption),
	],

	// One customer gets one email, also where each of many rows names the same invoice.
	groupBy: pickedNumber,

	prepare: (item) =>
		readAll({
			picked: () => requirePickedNumber(item),
			sentSince: () => readSentSince(item),
			remindOn: () => readRemindOn(item),
			view: () => readOutputOptions(item),
		}),

	async check({ picked, ...choices }, run) {
		const before = await getPicked(new Invoicing(run.transport), picked, SEND_TRANSITION.action);
		const decision = decisionOn(before, choices, run);
		if (!decision.isDue) return itemOf(run, before, choices, decision, { outcome: 'skipped' });
		refuseByStatus('send', before);
		const outcome = isByEmail(before) ? 'wouldSend' : 'wouldPublish';
		return itemOf(run, before, choices, decision, { outcome });
	},

	carryOut: async ({ picked, ...choices }, run) =>
		await withFetchedInvoice(run, picked, SEND_TRANSITION.action, async (before, invoicing) => {
			const decision = decisionOn(before, choices, run);
			if (!decision.isDue) {
				const notes = { emailSent: false };
				return [itemOf(run, before, choices, decision, { outcome: 'skipped', notes })];
			}
			const after = await applyTransition(invoicing, before, SEND_TRANSITION);
			const emailSent = isByEmail(before) && EMAILED.includes(statusOf(after));
			return [
				itemOf(run, after, choices, decision, {
					outcome: isByEmail(before) ? 'sent' : 'published',
					notes: { emailSent },
					warnings: emailSent ? [] : [whyNotEmailed(after)],
				}),
			];
		}),

	done: (output) =>
		`${invoiceNumberInOutput(output)}${output.outcome === 'skipped' ? ' skipped' : ''}`,
	columns: failedPickedColumns,
	isRepeatable: (item) => readRemindOn(item) !== undefined,
});

const COLUMNS = [...COLUMNS_AFTER_CHANGE, 'customerEmail'];

const EMAILED = ['SENT', 'PARTIAL', 'PAID', 'PENDING'];

const isByEmail = (invoice: Invoice): boolean =>
	statusAndDeliveryOf(invoice).deliveryMode === 'email';

const whyNotEmailed = (invoice: Invoice): string =>
	isByEmail(invoice)
		? `No email is known to have gone out: invoice ${invoiceNumberOf(invoice)} has the status ${statusOf(invoice)}`
		: `No email went out: invoice ${invoiceNumberOf(invoice)} has no delivery by email. Share its payment link, or update it with Delivery set to Email and send it again`;

function readRemindOn(item: Item): number[] | undefined {
	const entered = readOptions(item)[remindOption.name];
	if (entered === undefined) return undefined;
	const field = remindOption.displayName;
	const days = parseNames(entered, field);
	if (days.length > 0 && days.every((day) => /^[1-9]\d{0,3}$/.test(day))) {
		return days.map(Number).sort((a, b) => a - b);
	}
	throw refusal('must be whole numbers from 1 up, such as 1, 14, 30', 'No email was sent.', field);
}

function readSentSince(item: Item): number | undefined {
	const { context } = item;
	const raw = item.parameter('sentSince', '');
	// An expression that finds nothing must not mean "send an email".
	const isExpression = trimText(context.getNode().parameters.sentSince).startsWith('=');
	if (raw === '' && !isExpression) {
		const repeater = findRerunCause(item);
		if (repeater === undefined || readOptions(item)[remindOption.name] !== undefined) {
			return undefined;
		}
		throw refusal(
			`is required with ${repeater}, as each repeat would email the customer again`,
			`Enter a time such as {{ $now.minus(1, "hour") }}, or add ${remindOption.displayName}.`,
			sentSinceField.displayName,
		);
	}
	const wrong = (message: string, advice: string) =>
		refusal(message, `No email was sent. ${advice}`, sentSinceField.displayName);
	const moment = parseDateInput(raw, context.getTimezone());
	if (moment === undefined) {
		throw wrong(
			`must be a date and time such as 2026-12-31T09:00, not ${quoteDateInput(raw)}`,
			'To send one in each run, clear the field.',
		);
	}
	if (moment.at <= DateTime.now()) return moment.at.toMillis();
	throw wrong(
		`is in the future (${quoteDateInput(raw)}), so it would skip nothing`,
		'Enter a time in the past, such as {{ $now.minus(1, "hour") }}.',
	);
}

interface SendChoices {
	sentSince?: number;
	remindOn?: readonly number[];
	view: OutputOptions;
}

const itemOf = (
	run: Item,
	invoice: Invoice,
	{ view }: SendChoices,
	{ reason, daysOverdue, isUnsure }: SendDecision,
	{ notes, ...changed }: ChangeSummary,
): INodeExecutionData =>
	changedItem(run, invoice, view, {
		...changed,
		...(isUnsure && reason ? { warnings: [reason] } : { note: reason }),
		notes: { daysOverdue, ...notes },
		columns: COLUMNS,
	});

function decisionOn(
	invoice: Invoice,
	{ sentSince, remindOn, view }: SendChoices,
	{ all }: Item,
): SendDecision {
	const was = sentSince === undefined ? 'no' : emailedSince(invoice, sentSince);
	if (was === 'unknown') throw unknownSending(invoice, sentSinceField.displayName);
	if (was === 'maybe') {
		return { isDue: false, reason: possibleEmailText(invoice, view.zone), isUnsure: true };
	}
	if (was === 'yes') {
		const time = DateTime.fromMillis(sentSince ?? 0, { zone: view.zone });
		return { isDue: false, reason: `Emailed since ${time.toFormat('yyyy-MM-dd HH:mm')}` };
	}
	if (remindOn !== undefined) {
		const reminder = decideReminder(invoice, remindOn, view);
		if (reminder === 'unknown') throw unknownSending(invoice, remindOption.displayName);
		return reminder;
	}
	// A node that fails has no output: nobody would see who was emailed.
	const why = all.length > 1 ? refusalReason('send', statusAndDeliveryOf(invoice)) : undefined;
	return { isDue: why === undefined, reason: why && toSkipReason(why) };
}

function unknownSending(invoice: Invoice, field: string): SingleRowRefusal {
	const message = `The service does not say when invoice ${invoiceNumberOf(invoice)} was last emailed, so the node cannot check the date`;
	const advice = `No email was sent for it. Clear ${field} to email it anyway.`;
	return new SingleRowRefusal([error(field, message)], advice);
}

/** A run at midnight is noted under the day before by a service whose clock is a little behind. */
const CLOCK_DIFFERENCE = { minutes: 5 };

interface SendDecision {
	isDue: boolean;
	reason?: string;
	daysOverdue?: number;
	isUnsure?: boolean;
}

/** Once from each of the days on. `days`: in order. */
export function decideReminder(
	invoice: unknown,
	days: readonly number[],
	{ today, zone }: { today: string; zone: string },
): SendDecision | 'unknown' {
	const state = statusAndDeliveryOf(invoice);
	const due = dueDateOf(invoice);
	const isOwed = isOwedStatus(state.status);
	const daysOverdue = isOwed && due ? Math.max(0, daysBetween(due, today)) : 0;
	const skip = (reason: string) => ({ isDue: false, daysOverdue, reason });
	if (!isOwed) return skip(`Not overdue (${state.status})`);
	if (due === undefined) return skip('No due date');
	const why = refusalReason('send', state);
	if (why !== undefined) return skip(toSkipReason(why));
	const day = days.findLast((each) => each <= daysOverdue);
	if (day === undefined) return skip(`Not overdue by ${days[0]} ${days[0] === 1 ? 'day' : 'days'}`);
	const since = DateTime.fromISO(due, { zone }).plus({ days: day }).startOf('day');
	// The service counts the days of its own reminders in GMT.
	const [from, remindedFrom] = [since, since.setZone('utc', { keepLocalTime: true })].map((time) =>
		time.minus(CLOCK_DIFFERENCE).toMillis(),
	);
	const was = emailedSince(invoice, from, remindedFrom);
	if (was === 'unknown') return was;
	if (was === 'no') return { isDue: true, daysOverdue, reason: `Reminder of day ${day}` };
	return was === 'yes'
		? skip(`Emailed since day ${day}`)
		: { ...skip(possibleEmailText(invoice, zone)), isUnsure: true };
}
