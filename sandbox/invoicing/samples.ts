import type { RandomStream } from '../random';
import { addDays, isoDateOf } from './dates';
import { fromMinorUnits } from './money';

const CUSTOMERS = [
	['00017', 'Amelia Hart', 'Hart & Sons, Ltd.'],
	['00023', 'José Núñez', 'Talleres Núñez'],
	['00031', 'Zoë Brandt', 'Brandt GmbH'],
	['00058', "Liam O'Neill", "O'Neill Roofing"],
	['00102', 'Priya Raman', 'Raman Textiles'],
	['00119', 'Helen Ford', 'Ford Trading'],
	['00140', 'Chloé Lefèvre', 'Atelier Lefèvre'],
	['00203', 'Marcus Bell', 'Bell "Fast" Couriers'],
	['00266', 'Ingrid Solberg', 'Solberg Fisk AS'],
	['00310', 'Tomasz Wójcik', 'Wójcik Druk'],
	['00355', 'Grace Mwangi', 'Mwangi Coffee'],
	['00401', 'Noah Fischer', 'Fischer <Optik>'],
].map(([id, name, company]) => ({ id, name, company, email: `billing@customer-${id}.example` }));

const PRODUCTS = [
	{ sku: '000451', name: 'Web hosting, monthly', price: 4900 },
	{ sku: '000452', name: 'Consulting hour', price: 14_500 },
	{ sku: 'BOX-12', name: 'Shipping box, 12" x 12"', price: 349 },
	{ sku: 'SUP-PLUS', name: 'Support plan "Plus"', price: 29_900 },
	{ sku: 'PRN-A4', name: 'Printing, A4, per 100', price: 1275 },
	{ sku: 'TRN-01', name: 'Training day', price: 98_000 },
] as const;

const SERVICES = ['Retainer', 'Site survey', 'Annual maintenance', 'Translation', 'Photography'];
const CURRENCIES = ['USD', 'USD', 'USD', 'USD', 'EUR', 'GBP', 'JPY', 'KWD'];
const TERMS = [7, 14, 30];

export interface SampleOptions {
	now: number;
	itemized: boolean;
	partialPayments: boolean;
	deliveryMode: 'email' | 'none';
	sendImmediately: boolean;
}

/** A create request as a merchant's own system would send it. */
export function sampleRequest(random: RandomStream, options: SampleOptions): object {
	const customer = random.pick(CUSTOMERS);
	const currency = random.pick(CURRENCIES);
	const { itemized, partialPayments, deliveryMode, sendImmediately } = options;
	return {
		customerInformation: {
			name: customer.name,
			email: customer.email,
			merchantCustomerId: customer.id,
			company: { name: customer.company },
		},
		invoiceInformation: {
			description: itemized ? undefined : random.pick(SERVICES),
			dueDate: isoDateOf(addDays(options.now, random.pick(TERMS))),
			deliveryMode,
			sendImmediately,
			allowPartialPayments: itemized && partialPayments ? true : undefined,
		},
		orderInformation: itemized
			? itemizedOrder(random, currency)
			: {
					amountDetails: {
						currency,
						totalAmount: fromMinorUnits(5000 + random.below(400_000), currency),
					},
				},
	};
}

function itemizedOrder(random: RandomStream, currency: string): object {
	const items = Array.from({ length: 1 + random.below(4) }, () => ({
		product: random.pick(PRODUCTS),
		quantity: 1 + random.below(6),
	}));
	const sum = items.reduce((total, { product, quantity }) => total + product.price * quantity, 0);
	const taxed = random.below(2) === 0;
	const tax = taxed ? Math.round(sum / 10) : 0;
	return {
		amountDetails: {
			currency,
			subAmount: fromMinorUnits(sum, currency),
			totalAmount: fromMinorUnits(sum + tax, currency),
			...(taxed && {
				taxDetails: { type: 'local', amount: fromMinorUnits(tax, currency), rate: '10' },
			}),
		},
		lineItems: items.map(({ product, quantity }) => ({
			productSku: product.sku,
			productName: product.name,
			quantity: String(quantity),
			unitPrice: fromMinorUnits(product.price, currency),
			totalAmount: fromMinorUnits(product.price * quantity, currency),
		})),
	};
}
