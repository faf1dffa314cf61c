import type { Invoice } from '../invoicing/invoice';
import type { LabelKey } from '../invoicing/settings/labels';
import type { SettingsValues } from '../invoicing/settings/settings';

const DEFAULT_LABELS: Record<LabelKey, string> = {
	billTo: 'Bill to',
	companyName: 'Company',
	customerId: 'Customer ID',
	description: 'Description',
	discount: 'Discount',
	invoiceNumber: 'Invoice number',
	partialPayment: 'Partial payment',
	shipping: 'Shipping',
	tax: 'Tax',
};

/** The text of a label on this invoice's page; undefined when the merchant has removed it. */
export type Labels = (key: LabelKey) => string | undefined;

export function labelsFor({ customLabels }: SettingsValues, { content }: Invoice): Labels {
	const itemized = content.orderInformation.lineItems.length > 0;
	return (key) => {
		const custom = customLabels.find((label) => label.key === key);
		const removed = custom?.hidden ?? false;
		const removedHere = (itemized ? custom?.hiddenForItem : custom?.hiddenForInvoice) ?? false;
		return removed || removedHere ? undefined : (custom?.value ?? DEFAULT_LABELS[key]);
	};
}
