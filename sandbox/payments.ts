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
	/** The client application: invoicing writes "Invoicing". */
	application: string;
	customerName: string;
	customerEmail: string;
}

/** Recorded payments, in the order of time. */
export class Payments {
	private readonly all: Payment[] = [];

	record(payment: Payment): void {
		this.all.push(payment);
	}

	between(organizationId: string, start: number, end: number): Payment[] {
		return this.all.filter(
			(payment) =>
				payment.organizationId === organizationId && payment.time >= start && payment.time < end,
		);
	}
}
