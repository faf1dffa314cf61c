import type { InvoiceEvent } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/item';
import type { InvoiceState } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/state';
import type { InvoiceSettings } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/settings';
import { pollInvoices } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/watch';
import { ServiceFailure } from '../../../nodes/shared/transport/serviceFailure';
import { EVERY_CHANGE } from '../../support/triggerSettings';
import type { InvoiceModel } from './invoiceModel';
import { CALM } from './invoiceModel';

/** Polls as n8n does: events and state are taken together or not at all; only polls with events save the state. */
export class PollingDriver {
	delivered: InvoiceEvent[] = [];
	/** The same, poll by poll, with the time of each. */
	readonly portions: Array<{ at: number; events: InvoiceEvent[] }> = [];
	memory: InvoiceState | undefined;
	/** What the user had to know after each poll. */
	private saved: InvoiceState | undefined;
	/** What had happened in the model when the first poll began and ended, and when it began. */
	activated?: { from: number; to: number; at: number };

	constructor(
		readonly model: InvoiceModel,
		public settings: InvoiceSettings = EVERY_CHANGE,
	) {}

	async poll({ killed = false } = {}): Promise<InvoiceEvent[]> {
		const from = this.model.time;
		const at = this.model.clock;
		const before = JSON.stringify(this.memory);
		let result;
		try {
			result = await pollInvoices(this.memory, {
				service: this.model,
				settings: this.settings,
				now: this.model.clock,
				outOfTime: () => false,
			});
		} catch (error) {
			if (!(error instanceof ServiceFailure)) throw error;
			expect(JSON.stringify(this.memory)).toBe(before);
			return [];
		}
		expect(JSON.stringify(this.memory)).toBe(before);
		if (killed) {
			this.memory = this.saved;
			return [];
		}
		const isFirst = this.activated === undefined;
		if (isFirst) this.activated = { from, to: this.model.time, at };
		this.memory = JSON.parse(JSON.stringify(result.state)) as InvoiceState;
		if (isFirst || result.events.length > 0) this.saved = this.memory;
		this.delivered.push(...result.events);
		this.portions.push({ at, events: result.events });
		return result.events;
	}

	/** The first poll; whether it succeeded. */
	async activate(): Promise<boolean> {
		this.activated = undefined;
		const before = this.portions.length;
		await this.poll();
		return this.portions.length > before;
	}

	restart(): void {
		this.memory = this.saved;
	}

	/** The settings change: the state is of no use, and nothing of the past is wanted. */
	forget(): void {
		this.memory = undefined;
		this.saved = undefined;
		this.settings = { ...this.settings, start: { kind: 'now' } };
	}

	/** Brings every invoice to its end and polls until nothing more comes: what was unseen comes to light. */
	async settle(): Promise<void> {
		this.model.weather = {
			...this.model.weather,
			...CALM,
			order: this.model.weather.order,
			wholeSeconds: this.model.weather.wholeSeconds,
			keepsHistory: this.model.weather.keepsHistory,
		};
		// Longer than an invoice that could not be looked up is left alone.
		this.model.tick(7 * 3_600_000);
		await this.poll();
		for (const invoice of this.model.invoices.values()) {
			this.model.tick(1500);
			if (!['PAID', 'CANCELED'].includes(invoice.status)) this.model.finish(invoice);
		}
		this.model.tick(5000);
		// What a count hid that did not fit is met when the finished lists were read once round.
		const round = Math.ceil(this.model.invoices.size / this.settings.pageSize);
		for (let quiet = 0; quiet < 4 + round;) {
			quiet = (await this.poll()).length === 0 ? quiet + 1 : 0;
			this.model.tick(60_000);
		}
	}
}
