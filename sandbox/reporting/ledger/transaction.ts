import type { Payment } from '../../payments';
import { PEOPLE, type Person } from './people';

export const SUBTYPES = ['VI', 'MC', 'AX', 'DI', 'DP'] as const;
export type Subtype = (typeof SUBTYPES)[number];

export const CARD_NAMES: Record<Subtype, string> = {
	VI: 'VI card',
	MC: 'MC card',
	AX: 'AX card',
	DI: 'DI card',
	DP: 'Direct payment',
};

/** One request that a merchant sent to be processed: what every report is about. */
export interface Transaction {
	organizationId: string;
	/** 22 digits. */
	requestId: string;
	/** Milliseconds since 1970. */
	time: number;
	kind: 'sale' | 'refund';
	/** Whether the processor has settled it, where that is not left to chance. */
	isSettled?: boolean;
	/** Exact decimal text, never signed. */
	amount: string;
	currency: string;
	subtype: Subtype;
	/** Where it was entered. */
	source: string;
	merchantReferenceNumber: string;
	person: Person;
	/** The first decision; what was reviewed got a second one. */
	decision: 'ACCEPT' | 'REVIEW' | 'REJECT';
	/** Any other fact about it: the same salt always gives the same number, at least 0 and below the bound. */
	draw(salt: number, bound: number): number;
}

/** A well-mixed number of 32 bits that depends on both arguments alone. */
export function mix(seed: number, salt: number): number {
	let value = (seed ^ Math.imul(salt + 1, 0x9e3779b1)) | 0;
	value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
	value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
	return (value ^ (value >>> 16)) >>> 0;
}

const SUBTYPE_MIX = ['VI', 'VI', 'VI', 'VI', 'MC', 'MC', 'MC', 'AX', 'DI', 'DP'] as const;
const CURRENCY_MIX = ['USD', 'USD', 'USD', 'USD', 'USD', 'USD', 'EUR', 'EUR', 'GBP', 'JPY'];
const SOURCES = ['REST API', 'Virtual Terminal', 'Batch Upload', 'Checkout Page'];
const DECISIONS = ['ACCEPT', 'ACCEPT', 'ACCEPT', 'ACCEPT', 'REVIEW', 'REJECT'] as const;

/** Made up from a number. Every fact is calculated only when somebody asks for it. */
export class GeneratedTransaction implements Transaction {
	constructor(
		readonly organizationId: string,
		readonly time: number,
		readonly requestId: string,
		private readonly seed: number,
	) {}

	draw(salt: number, bound: number): number {
		return mix(this.seed, salt) % bound;
	}

	get kind(): Transaction['kind'] {
		return this.draw(1, 12) === 0 ? 'refund' : 'sale';
	}

	get currency(): string {
		return CURRENCY_MIX[this.draw(2, CURRENCY_MIX.length)];
	}

	get amount(): string {
		const units = this.draw(3, 2_400) + 1;
		if (this.currency === 'JPY') return String(units * 10);
		return `${units}.${String(this.draw(4, 100)).padStart(2, '0')}`;
	}

	get subtype(): Subtype {
		return SUBTYPE_MIX[this.draw(5, SUBTYPE_MIX.length)];
	}

	get source(): string {
		return SOURCES[this.draw(6, SOURCES.length)];
	}

	get merchantReferenceNumber(): string {
		return String(this.draw(7, 1_000_000_000)).padStart(12, '0');
	}

	get person(): Person {
		return PEOPLE[this.draw(8, PEOPLE.length)];
	}

	get decision(): Transaction['decision'] {
		return DECISIONS[this.draw(9, DECISIONS.length)];
	}
}

/** A payment that somebody really made in this sandbox. */
export function paidTransaction(payment: Payment): Transaction {
	const [firstName, ...rest] = payment.customerName.split(' ');
	const seed = Number(payment.requestId.slice(-9));
	return {
		organizationId: payment.organizationId,
		requestId: payment.requestId,
		time: payment.time,
		kind: payment.kind ?? 'sale',
		isSettled: payment.isSettled,
		amount: payment.amount,
		currency: payment.currency,
		subtype: 'VI',
		source: payment.application,
		merchantReferenceNumber: payment.merchantReferenceNumber,
		decision: 'ACCEPT',
		person: {
			...PEOPLE[0],
			firstName,
			lastName: rest.join(' '),
			email: payment.customerEmail,
			company: '',
		},
		draw: (salt, bound) => mix(seed, salt) % bound,
	};
}

/** Whether a report of this definition has a row for the transaction: not every sale is charged back. */
export function hasRowIn(
	{ id, share, has }: { id: number; share: number; has: 'all' | 'accepted' | 'acceptedSales' },
	transaction: Transaction,
): boolean {
	if (has !== 'all' && transaction.decision !== 'ACCEPT') return false;
	if (has === 'acceptedSales' && transaction.kind !== 'sale') return false;
	return share === 1 || transaction.draw(id, share) === 0;
}

export interface Batch {
	id: string;
	date: string;
}

/** What a merchant's day brought in is sent to the processor together. */
export function batchOf({ organizationId, time }: Transaction): Batch {
	const date = new Date(time).toISOString().slice(0, 10);
	return { id: `${organizationId}-${date.replaceAll('-', '')}`, date };
}
