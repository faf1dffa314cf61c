import { controls } from './controls';
import { emails } from './emails';
import { invoices } from './invoices';
import { keys } from './keys';
import { reports } from './reports';
import type { ConsolePage } from './visit';

/** In the order of the menu. */
export const PAGES: readonly ConsolePage[] = [invoices, reports, emails, controls, keys];
