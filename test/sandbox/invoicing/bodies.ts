/** Create requests as the specification's samples have them, and a way to change one field. */

export type Body = Record<string, unknown>;

const customerInformation = { name: 'Amelia Hart', email: 'amelia@customer.example' };
const amountDetails = { currency: 'USD', totalAmount: '120.00' };

export const LINE_ITEM = {
	productSku: '000451',
	productName: 'Consulting hour',
	quantity: '2',
	unitPrice: '60.00',
	totalAmount: '120.00',
} as const;

/** Amount only, emailed at once. */
export const SENT: Body = {
	customerInformation,
	invoiceInformation: {
		description: 'Work in February',
		dueDate: '2026-03-31',
		deliveryMode: 'email',
		sendImmediately: true,
	},
	orderInformation: { amountDetails },
};

export const ITEMIZED: Body = {
	customerInformation,
	invoiceInformation: { dueDate: '2026-03-31', deliveryMode: 'email', sendImmediately: true },
	orderInformation: { amountDetails, lineItems: [LINE_ITEM] },
};

export const PAYABLE_IN_PARTS = changed(ITEMIZED, {
	'invoiceInformation.allowPartialPayments': true,
	'orderInformation.amountDetails.minimumPartialAmount': '25.00',
});

/** Published, to be shared by its link. */
export const SHARED = changed(SENT, { 'invoiceInformation.deliveryMode': 'none' });
export const EMAIL_DRAFT = changed(SENT, { 'invoiceInformation.sendImmediately': false });
export const IN_PERSON_DRAFT = changed(EMAIL_DRAFT, { 'invoiceInformation.deliveryMode': 'none' });

/** The body with other values at these paths; undefined leaves a field out. */
export function changed(body: Body, changes: Record<string, unknown>): Body {
	const copy = structuredClone(body);
	for (const [path, value] of Object.entries(changes)) {
		const steps = path.split('.');
		const last = steps.pop() as string;
		let group = copy;
		for (const step of steps) {
			group[step] ??= {};
			group = group[step] as Body;
		}
		if (value === undefined) delete group[last];
		else group[last] = value;
	}
	return copy;
}

export function without(body: Body, ...paths: string[]): Body {
	return changed(body, Object.fromEntries(paths.map((path) => [path, undefined])));
}
