import type { IDataObject } from 'n8n-workflow';

import { instant } from '../period/times';
import { countIn, isRecord, textIn } from '../text';
import { type ServiceFailure, UnexpectedAnswer } from '../transport/serviceFailure';
import type { Headers } from '../transport/stream';
import { describedIn, entriesIn, objectIn } from '../transport/transport';
import type { Page } from './paging';

/** An invoice as the service gives it: in full, or as an entry of the list. */
export type Invoice = IDataObject;

export interface InvoicePage extends Page<Invoice> {
	/** The service's clock; 0 where it does not tell. */
	at: number;
}

const SETTINGS_KEY = 'invoiceSettingsInformation';

export const invoiceNumberOf = (invoice: Invoice): string => {
	const { invoiceInformation } = invoice;
	const inner = isRecord(invoiceInformation) ? invoiceInformation.invoiceNumber : undefined;
	return textIn(invoice.id) || textIn(inner);
};

export function invoiceIn(answer: unknown): Invoice {
	const invoice = objectIn(answer, 'an invoice');
	// An error that comes with the status of a success may have a status too, but no number.
	if (typeof invoice.status === 'string' && invoiceNumberOf(invoice) !== '') return invoice;
	throw new UnexpectedAnswer('the answer of the service has no invoice with a status');
}

/** What a request has written: the invoice, or the number of one that the service accepted without showing it. */
export type Written = Invoice | Accepted;
interface Accepted {
	/** Empty where the service gave the number and does not say it. */
	accepted: string;
}

export const isAccepted = (written: Written): written is Accepted => 'accepted' in written;

export function writtenIn(answer: unknown, number: string | undefined): Written {
	const { reason, status } = isRecord(answer) ? answer : {};
	const isNotice = /^accepted$/i.test(textIn(reason));
	if (answer !== undefined && !isNotice) {
		const whole = objectIn(answer, 'an invoice');
		const isNumbered = invoiceNumberOf(whole) !== '';
		if (isNumbered && typeof status === 'string') return whole;
		// An error that comes with the status of a success: whether the invoice is there has to be looked up.
		if (!isNumbered && 'message' in whole) throw new UnexpectedAnswer(textIn(whole.message));
	}
	return { accepted: number ?? (isRecord(answer) ? invoiceNumberOf(answer) : '') };
}

export const UNNUMBERED = 'the service accepted the invoice, but did not say its number';

/** The last part of an address, such as that of what was made. */
export const numberInPath = (location: string | undefined): string | undefined =>
	location === undefined ? undefined : /([^/?#]+)(?:[?#].*)?$/.exec(location)?.[1];

export const settingsIn = (answer: unknown): IDataObject =>
	describedIn(answer, 'an object with settings', [SETTINGS_KEY]);

/** All that an answer without a list may have. With anything else it is another answer than was asked for. */
const BESIDE_LIST = ['_links', 'invoices', 'limit', 'offset', 'submitTimeUtc', 'totalInvoices'];

/** Undefined where an answer without a list may mean that there are no more entries, or none at all. */
export function readPage(
	body: unknown,
	headers: Headers,
	isLaterPage: boolean,
): InvoicePage | undefined {
	if (body === undefined && isLaterPage) return undefined;
	const answer = objectIn(body, 'a list (invoices)');
	const total = countIn(answer.totalInvoices);
	const isBare = Object.keys(answer).every((key) => BESIDE_LIST.includes(key));
	const mayBeEmpty = isBare && (isLaterPage || !total);
	if ((answer.invoices ?? null) === null && mayBeEmpty) return undefined;
	return {
		entries: entriesIn(answer, 'invoices'),
		total,
		limit: countIn(answer.limit),
		at: instant(answer.submitTimeUtc) ?? httpDate(headers.date) ?? Date.now(),
	};
}

/** Also where the refusal comes with the status of a success. */
export const refusesStatus = ({ status = 0, complaint }: ServiceFailure): boolean =>
	status === 400 ||
	status === 403 ||
	(status < 300 && complaint.details.some(({ field }) => field === 'status'));

export const isSuccess = ({ status = 0 }: ServiceFailure): boolean => status >= 200 && status < 300;

function httpDate(header: string | undefined): number | undefined {
	const time = Date.parse(header ?? '');
	return Number.isNaN(time) ? undefined : time;
}
