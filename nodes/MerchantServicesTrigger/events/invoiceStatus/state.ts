import type { ListHabits } from '../../../shared/service/paging';
import type { Finished } from './invoice';
import type { Shelf } from './shelf';

/** What is saved, as plain JSON: one line per open or lately finished invoice keeps it small. */
export interface InvoiceState {
	/** Of an invoice created after this (service time), everything is new. */
	since: number;
	/** Of an older one, what happened from this moment on. */
	activated: number;
	/** How much the clock of the service was ahead of n8n's when it was activated. */
	ahead: number;
	/** See writeKnown. */
	open: string[];
	/** See writeFinished. */
	finished: string[];
	/** Invoices to look up one by one (see writeIds), with all that is new of each; the open ones are among the open too. */
	backlog: string[];
	/** The lists of finished invoices. Undefined where single invoices are watched. */
	shelves?: Record<Finished, Shelf>;
	/** The open lists, where a poll had no time to read them to the end. */
	reading?: Reading;
	/** The first reading of the open lists is not done: what it shows was there before. */
	isAdopting?: boolean;
	/** It may have overlooked some. */
	overlooks?: boolean;
	/** How many invoices with something new were left to the next poll. */
	left?: number;
	/** Where invoices take turns to be looked up: the last one of each kind. */
	turns: { partlyPaid: string; unlisted: string };
	/** Invoices that could not be looked up. */
	failing?: Record<string, Failing>;
	/** What the lists of the service have shown of themselves. */
	habits?: ListHabits;
	/** The events that histories have shown, and those that were waited for without success. */
	historyEvents?: string[];
	historyLacks?: string[];
	/** Histories go by the later one of two clocks that differ. */
	isLaterClock?: boolean;
}

export interface Reading {
	status: string;
	/** How many entries of that list were read. */
	offset: number;
	/** The open invoices that were not met yet; see writeIds. */
	unmet: string[];
}

export interface Failing {
	/** How often in a row it failed. */
	times: number;
	/** Not before this (n8n's clock) is it tried again. */
	until: number;
	/** What the last failure said. */
	reason: string;
}
