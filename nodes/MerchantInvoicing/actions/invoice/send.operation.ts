import { valueAt } from '../../../shared/invoice/fields';
import { paymentLinkOf, statusOf } from '../../../shared/invoice/simplify';
import { simplifyField } from '../../../shared/node/fields';
import { operation } from '../../../shared/node/resource';
import { textOf } from '../../../shared/record';
import type { Invoice } from '../../../shared/service/invoicing';
import { Invoicing } from '../../../shared/service/invoicing';
import { stateOf } from '../../invoice/states';
import { optionsOf } from '../options';
import { invoiceLocator, readPickedInvoice } from './locator';
import { moveOnce } from './once';
import { invoiceItem, readView } from './output';

export const send = operation({
	name: 'Send',
	action: 'Send an invoice',
	description: 'Send an invoice, or send it again',
	subtitle: 'Send Invoice',
	fields: [
		invoiceLocator,
		{
			displayName:
				'An invoice with delivery by email is emailed, again if it was before. A draft without delivery is published, and you share its payment link.',
			name: 'sendNotice',
			type: 'notice',
			default: '',
		},
		simplifyField,
		optionsOf(),
	],

	prepare: (item) => ({ picked: readPickedInvoice(item), view: readView(item) }),

	async carryOut({ picked, view }, { transport }) {
		const { before, after } = await moveOnce(new Invoicing(transport), picked, {
			move: 'send',
			operation: 'Send invoice',
			isDone: (was, now) => statusOf(now) !== statusOf(was) || wasSentAgain(was, now),
			// A second one would be a second email.
			again: false,
		});
		const { status, deliveryMode } = stateOf(before);
		const emailSent = deliveryMode === 'email';
		const isResend = emailSent && ['SENT', 'PARTIAL'].includes(status);
		const linkToShare = emailSent ? null : paymentLinkOf(after);
		return [invoiceItem(after, view, { emailSent, isResend, linkToShare })];
	},
});

/** By the history, where the service gives one: the time of the last request may be that of any request. */
const wasSentAgain = (was: Invoice, now: Invoice): boolean =>
	Array.isArray(now.invoiceHistory)
		? sendingsOf(now) > sendingsOf(was)
		: now.submitTimeUtc !== was.submitTimeUtc;

const sendingsOf = ({ invoiceHistory = [] }: Invoice): number =>
	[invoiceHistory].flat().filter((entry) => /^(RE)?SEND$/i.test(textOf(valueAt(entry, ['event']))))
		.length;
