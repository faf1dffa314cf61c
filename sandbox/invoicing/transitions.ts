import type { HistoryEvent, Invoice, InvoiceStatus } from './invoice';
import { actionNotAllowed } from './refusals';

export interface Move {
	to: InvoiceStatus;
	event: HistoryEvent;
}

type Moves = Partial<Record<InvoiceStatus, Move>>;

const TO_SENT: Move = { to: 'SENT', event: 'SEND' };
const TO_CREATED: Move = { to: 'CREATED', event: 'CREATE' };
const TO_CANCELED: Move = { to: 'CANCELED', event: 'CANCEL' };

/** What a request may do, and from where. A status that is not listed refuses it. */
export const MOVES = {
	sendByEmail: {
		DRAFT: TO_SENT,
		CREATED: TO_SENT,
		SENT: TO_SENT,
		PARTIAL: { to: 'PARTIAL', event: 'SEND' },
	},
	sendWithoutEmail: { DRAFT: TO_CREATED },
	publish: { DRAFT: TO_CREATED },
	cancel: { DRAFT: TO_CANCELED, CREATED: TO_CANCELED, SENT: TO_CANCELED },
	update: {
		DRAFT: { to: 'DRAFT', event: 'UPDATE' },
		CREATED: { to: 'CREATED', event: 'UPDATE' },
		SENT: { to: 'SENT', event: 'UPDATE' },
	},
} satisfies Record<string, Moves>;

type TransitionName = keyof typeof MOVES;

const ACTION_WORDS: Record<TransitionName, string> = {
	sendByEmail: 'cannot be sent',
	sendWithoutEmail: 'has delivery mode none and cannot be emailed',
	publish: 'cannot be published: only a draft can',
	cancel: 'cannot be canceled',
	update: 'cannot be updated',
};

const STATUS_WORDS: Record<InvoiceStatus, string> = {
	DRAFT: 'is a draft',
	CREATED: 'is published',
	SENT: 'is sent',
	PARTIAL: 'is partially paid',
	PAID: 'is fully paid',
	PENDING: 'has a payment in fraud review',
	CANCELED: 'is canceled',
};

export function moveFor(action: TransitionName, invoice: Invoice): Move {
	const move = (MOVES[action] as Moves)[invoice.status];
	if (move) return move;
	throw actionNotAllowed(
		`Invoice ${invoice.number} ${STATUS_WORDS[invoice.status]} and ${ACTION_WORDS[action]}.`,
		[{ field: 'status', reason: invoice.status }],
	);
}

export function statusInWords(invoice: Invoice): string {
	return `Invoice ${invoice.number} ${STATUS_WORDS[invoice.status]}`;
}
