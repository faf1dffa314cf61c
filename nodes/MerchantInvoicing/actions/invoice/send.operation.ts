import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { statusOf } from '../../../shared/invoice/simplify';
import type { Item, Run } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import { readMoment, showInput } from '../../../shared/period/moment';
import { readAll, refusal } from '../../../shared/problem';
import { textOf } from '../../../shared/record';
import type { Invoice } from '../../../shared/service/invoicingAnswers';
import { Invoicing } from '../../../shared/service/invoicing';
import { invoiceNumberOf } from '../../../shared/service/invoicingAnswers';
import { stateOf, wasSentSince } from '../../invoice/states';
import { optionsOf, outputOption, showCustomerOption } from '../options';
import { inTurn, keyOf } from './inTurn';
import type { Picked } from './locator';
import { getPicked, invoiceLocator, numberPicked, readPickedInvoice } from './locator';
import { MOTIONS, moveFrom } from './once';
import type { View } from './output';
import { changedItem, numberIn, readView } from './output';

const sentSinceField: INodeProperties = {
	displayName: 'Skip If Sent Since',
	name: 'sentSince',
	type: 'dateTime',
	default: '',
	description:
		'Do not email the invoice again if it was emailed at or after this time, for example {{ $now.minus(1, "hour") }} with Retry On Fail',
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
		optionsOf(outputOption, showCustomerOption),
	],

	prepare: (item) =>
		readAll({
			picked: () => readPickedInvoice(item),
			sentSince: () => readSentSince(item),
			view: () => readView(item),
		}),

	carryOut: async (plan, run) =>
		await inTurn(run, keyOf(plan.picked), async () => [await sendPicked(plan, run)]),

	done: numberIn,
	columns: numberPicked,
});

interface Sending {
	picked: Picked;
	/** No email where one went out at this moment or later. */
	sentSince: number | undefined;
	view: View;
}

async function sendPicked(
	{ picked, sentSince, view }: Sending,
	run: Run,
): Promise<INodeExecutionData> {
	const invoicing = new Invoicing(run.transport);
	const before = await getPicked(invoicing, picked, MOTIONS.send.operation);
	const number = invoiceNumberOf(before);
	if (sentSince !== undefined && isSentSince(before, sentSince)) {
		return changedItem(run, before, view, {
			outcome: 'skipped',
			notes: { emailSent: false, isResend: false },
			note: `It was emailed since ${new Date(sentSince).toISOString()}, and was not emailed again`,
		});
	}
	const after = await moveFrom(invoicing, before, MOTIONS.send);
	const emailSent = isByEmail(before) && EMAILED.includes(statusOf(after));
	const isResend = emailSent && EMAILED.includes(statusOf(before));
	return changedItem(run, after, view, {
		outcome: isByEmail(before) ? 'sent' : 'published',
		notes: { emailSent, isResend },
		warnings: emailSent ? [] : [whyNotEmailed(number, after)],
	});
}

/** The statuses of an invoice that reached its customer. */
const EMAILED = ['SENT', 'PARTIAL', 'PAID', 'PENDING'];

const isByEmail = (invoice: Invoice): boolean => stateOf(invoice).deliveryMode === 'email';

const whyNotEmailed = (number: string, invoice: Invoice): string =>
	isByEmail(invoice)
		? `No email is known to have gone out: invoice ${number} has the status ${statusOf(invoice)}`
		: `No email went out: invoice ${number} has no delivery by email. Share its payment link, or update it with Delivery set to Email and send it again`;

function readSentSince({ parameter, context }: Item): number | undefined {
	const raw = parameter('sentSince', '');
	// An expression that finds nothing must not mean "send an email".
	const isExpression = textOf(context.getNode().parameters.sentSince).startsWith('=');
	if (raw === '' && !isExpression) return undefined;
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
