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

	constructor(private readonly clock: Clock) {}

	send(email: Email): void {
		this.sent.push({ time: this.clock.nowIso(), ...email });
	}

	all(): ReadonlyArray<Email & { time: string }> {
		return this.sent;
	}

	clear(): void {
		this.sent = [];
	}
}
