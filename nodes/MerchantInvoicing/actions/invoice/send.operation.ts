import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { valueAt } from '../../../shared/invoice/fieldValues';
import { statusOf } from '../../../shared/invoice/simplify';
import { textOf } from '../../../shared/invoice/values';
import { simplifyField } from '../../../shared/editor/listFields';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { invoiceLocator } from '../common/locator';
import { deliveryModeOf, moveInvoice } from '../common/move';
import { optionsOf } from '../common/options';
import { invoiceItem } from '../common/output';

export const description: INodeProperties[] = showFor(
	{ resource: ['invoice'], operation: ['send'] },
	[
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
);

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const { before, after } = await moveInvoice(run, {
		move: 'send',
		operation: 'Send invoice',
		segment: 'delivery',
		isDone: (was, now) => statusOf(now) !== statusOf(was) || wasSentAgain(was, now),
		// A second one would be a second email.
		again: false,
	});
	const emailSent = deliveryModeOf(before) === 'email';
	const isResend = emailSent && ['SENT', 'PARTIAL'].includes(statusOf(before));
	const linkToShare = emailSent
		? null
		: ((valueAt(after, ['invoiceInformation', 'paymentLink']) ?? null) as string | null);
	return [invoiceItem(run, after, { emailSent, isResend, linkToShare })];
}

/** By the history, where the service gives one: the time of the last request may be that of any request. */
const wasSentAgain = (was: IDataObject, now: IDataObject): boolean =>
	Array.isArray(now.invoiceHistory)
		? sendingsOf(now) > sendingsOf(was)
		: now.submitTimeUtc !== was.submitTimeUtc;

const sendingsOf = ({ invoiceHistory = [] }: IDataObject): number =>
	[invoiceHistory].flat().filter((entry) => /^(RE)?SEND$/i.test(textOf(valueAt(entry, ['event']))))
		.length;
