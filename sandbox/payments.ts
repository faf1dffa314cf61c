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
	private readonly byOrganization = new Map<string, Payment[]>();

	record(payment: Payment): void {
		const list = this.byOrganization.get(payment.organizationId) ?? [];
		list.push(payment);
		this.byOrganization.set(payment.organizationId, list);
	}

	between(organizationId: string, start: number, end: number): Payment[] {
		const list = this.byOrganization.get(organizationId) ?? [];
		return list.filter(({ time }) => time >= start && time < end);
	}
}
