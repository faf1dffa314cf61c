import type { Merchant } from '../invoicing/merchant';
import type { Merchants } from '../invoicing/merchants';
import type { Grants } from '../oauth2/grants';
import type { Html } from '../payment-page/html';
import type { ReportingService } from '../reporting/service';
import type { Sandbox } from '../sandbox';

/** Everything that the console shows and moves. */
export interface Subject {
	sandbox: Sandbox;
	merchants: Merchants;
	reporting: ReportingService;
	grants: Grants;
}

export type Form = Readonly<Partial<Record<string, string>>>;

/** One look at a page of the console. */
export interface Visit extends Subject {
	/** Whose invoices and reports are shown. */
	merchant: Merchant;
}

/** Does what a button says, and tells what was done. */
export type Action = (visit: Visit, form: Form) => string | Promise<string>;

export interface ConsolePage {
	name: string;
	title: string;
	/** In one sentence, under the title. */
	about: string;
	view(visit: Visit): Html;
	/** By the last part of their address. */
	actions: Record<string, Action>;
}
