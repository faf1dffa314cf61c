import type { INodeProperties } from 'n8n-workflow';

import { optionsField } from '../../../shared/node/fields';
import { concurrencyOption } from '../../../shared/node/parameters';
import { statusOf } from '../../../shared/invoice/simplify';
import type { Item } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import { readMoment, showInput } from '../../../shared/period/moment';
import { readAll, refusal } from '../../../shared/problem';
import { textOf } from '../../../shared/text';
import { type Invoice, invoiceNumberOf } from '../../../shared/service/invoicing';
import { stateOf, wasSentSince } from '../../invoice/states';
import { outputOption } from '../options';
import { invoiceLocator, numberPicked, onPicked, readPickedInvoice } from './locator';
import { moveFrom, TRANSITIONS } from './moves';
import { changedItem, numberIn, readView } from './output';

const sentSinceField: INodeProperties = {
	displayName: 'Skip If Sent Since',
	name: 'sentSince',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2026-12-31T09:00, or leave empty',
	description:
		'Leave empty to email it every time. An invoice that was emailed at or after this time is not emailed again, for example {{ $now.minus(1, "hour") }}. Required with Retry On Fail.',
};

export const send = operation({
	name: 'Send',
	action: 'Send invoice',
	description: 'Send an invoice, or send it again',
	subtitle: 'Send Invoice',
	fields: [
		invoiceLocator,
		{
			displayName:
				'If the delivery is by email, Send emails the invoice, even a second time. Otherwise it publishes the draft, and you share the payment link.',
			name: 'sendNotice',
			type: 'notice',
			default: '',
		},
		sentSinceField,
		optionsField(concurrencyOption, outputOption),
	],

	prepare: (item) =>
		readAll({
			picked: () => readPickedInvoice(item),
			sentSince: () => readSentSince(item),
			view: () => readView(item),
		}),

	carryOut: async ({ picked, sentSince, view }, run) =>
		await onPicked(run, picked, TRANSITIONS.send.operation, async (before, invoicing) => {
			if (sentSince !== undefined && isSentSince(before, sentSince)) {
				const notes = { emailSent: false, isResend: false };
				const note = `It was emailed since ${new Date(sentSince).toISOString()}, and was not emailed again`;
				return [changedItem(run, before, view, { outcome: 'skipped', notes, note })];
			}
			const after = await moveFrom(invoicing, before, TRANSITIONS.send);
			const emailSent = isByEmail(before) && EMAILED.includes(statusOf(after));
			const isResend = emailSent && EMAILED.includes(statusOf(before));
			return [
				changedItem(run, after, view, {
					outcome: isByEmail(before) ? 'sent' : 'published',
					notes: { emailSent, isResend },
					warnings: emailSent ? [] : [whyNotEmailed(after)],
				}),
			];
		}),

	done: numberIn,
	columns: numberPicked,
});

/** The statuses of an invoice that reached its customer. */
const EMAILED = ['SENT', 'PARTIAL', 'PAID', 'PENDING'];

const isByEmail = (invoice: Invoice): boolean => stateOf(invoice).deliveryMode === 'email';

const whyNotEmailed = (invoice: Invoice): string =>
	isByEmail(invoice)
		? `No email is known to have gone out: invoice ${invoiceNumberOf(invoice)} has the status ${statusOf(invoice)}`
		: `No email went out: invoice ${invoiceNumberOf(invoice)} has no delivery by email. Share its payment link, or update it with Delivery set to Email and send it again`;

function readSentSince({ parameter, context }: Item): number | undefined {
	const raw = parameter('sentSince', '');
	// An expression that finds nothing must not mean "send an email".
	const isExpression = textOf(context.getNode().parameters.sentSince).startsWith('=');
	if (raw === '' && !isExpression) {
		if (context.getNode().retryOnFail !== true) return undefined;
		throw refusal(
			'is required together with Retry On Fail, as each retry would email every invoice again',
			'Enter a time such as {{ $now.minus(1, "hour") }}, or turn off Retry On Fail in the settings of the node.',
			sentSinceField.displayName,
		);
	}
	const moment = readMoment(raw, context.getTimezone());
	if (moment !== undefined) return moment.at.toMillis();
	throw refusal(
		`must be a date and time such as 2026-12-31T09:00, not ${showInput(raw)}`,
		'No email was sent. To send one in each run, clear the field.',
		sentSinceField.displayName,
	);
}

function isSentSince(invoice: Invoice, moment: number): boolean {
	const was = wasSentSince(invoice, moment);
	if (was !== 'unknown') return was === 'yes';
	throw refusal(
		`The service does not say when invoice ${invoiceNumberOf(invoice)} was emailed, so the node cannot check the date`,
		'No email was sent. Clear Skip If Sent Since to email it anyway.',
		sentSinceField.displayName,
	);
}
