import {
	CHANGES,
	isOfStatus,
} from '../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
import { type InvoiceSettings } from '../../nodes/MerchantServicesTrigger/events/invoiceStatus/service';

/** With pages so small that a few invoices fill several. */
export const EVERY_CHANGE: InvoiceSettings = {
	changes: CHANGES.filter(isOfStatus),
	dueWithinDays: 3,
	limit: 1000,
	pageSize: 5,
	zone: 'UTC',
	checks: 100,
	output: { kind: 'simplified' },
};
