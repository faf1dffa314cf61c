import { clock } from './clock';
import { emails } from './emails';
import { faults } from './faults';
import { invoices } from './invoices';
import { keys } from './keys';
import { reports } from './reports';
import { requests } from './requests';
import { reset } from './reset';
import { subscriptions } from './subscriptions';
import type { ConsolePage } from './visit';

/** In the order of the menu. */
export const PAGES: readonly ConsolePage[] = [
	invoices,
	reports,
	subscriptions,
	emails,
	clock,
	faults,
	requests,
	keys,
	reset,
];
