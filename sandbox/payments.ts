/** A payment made outside the generated traffic, such as that of an invoice. It turns up in the reports. */
export interface Payment {
	organizationId: string;
	/** 22 digits. */
	requestId: string;
	/** Milliseconds since 1970, by the sandbox clock. */
	time: number;
	/** Exact decimal text. */
	amount: string;
	currency: string;
	merchantReferenceNumber: string;
	/** A sale where it is left out. */
	kind?: 'sale' | 'refund';
	/** By chance where it is left out. */
	isSettled?: boolean;
	/** The client application: invoicing writes "Invoicing". */
	application: string;
	customerName: string;
	customerEmail: string;
}

/** Recorded payments. */
export class Payments {
	private readonly all: Payment[] = [];

	record(payment: Payment): void {
		this.all.push(payment);
	}

	/** In the order of time. */
	between(organizationId: string, start: number, end: number): Payment[] {
		return this.all
			.filter(
				(payment) =>
					payment.organizationId === organizationId && payment.time >= start && payment.time < end,
			)
			.sort((a, b) => a.time - b.time);
	}
}
