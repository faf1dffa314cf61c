import type { Clock } from './clock';

/** An email that the service would have sent. */
export interface Email {
	kind: string;
	organizationId: string;
	to: string;
	subject: string;
	text: string;
	/** What it is about, for anyone who looks for it. */
	invoiceId?: string;
}

export class Outbox {
	private sent: Array<Email & { time: string }> = [];
	private byInvoice = new Map<string, Array<Email & { time: string }>>();

	constructor(private readonly clock: Clock) {}

	send(email: Email): void {
		const sent = { time: this.clock.nowIso(), ...email };
		const key = keyOf(email.organizationId, email.invoiceId);
		this.sent.push(sent);
		this.byInvoice.set(key, [...(this.byInvoice.get(key) ?? []), sent]);
	}

	all(): ReadonlyArray<Email & { time: string }> {
		return this.sent;
	}

	about(organizationId: string, invoiceId: string): ReadonlyArray<Email & { time: string }> {
		return this.byInvoice.get(keyOf(organizationId, invoiceId)) ?? [];
	}

	clear(): void {
		this.sent = [];
		this.byInvoice.clear();
	}
}

function keyOf(organizationId: string, invoiceId = ''): string {
	return `${organizationId}\n${invoiceId}`;
}
