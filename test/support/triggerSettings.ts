import {
	ALL_INVOICE_CHANGES,
	isStatusChange,
} from '../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
import { type InvoiceEventSettings } from '../../nodes/MerchantServicesTrigger/events/invoiceStatus/service';

/** With pages so small that a few invoices fill several. */
export const EVERY_CHANGE: InvoiceEventSettings = {
	changes: ALL_INVOICE_CHANGES.filter(isStatusChange),
	dueWithinDays: 3,
	limit: 1000,
	pageSize: 5,
	zone: 'UTC',
	checks: 100,
	output: { kind: 'simplified' },
};
