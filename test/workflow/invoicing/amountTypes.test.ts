import type { IDataObject } from 'n8n-workflow';
import { byNumber, ITEMIZED, LINE, useInvoicing } from './invoicing';

const invoicing = useInvoicing('all');

/** Whole and broken amounts side by side: a service writes 100 and 99.80, and JSON knows no difference. */
const MIXED: IDataObject = {
	...ITEMIZED,
	delivery: 'emailDraft',
	lineItems: { item: [LINE, { ...LINE, productSku: 'CH-2', quantity: '0.5', unitPrice: '100' }] },
	additionalFields: {
		allowPartialPayments: true,
		discountPercent: '2.5%',
		freightAmount: '5',
		minimumPartialAmount: '10',
		taxRate: '19%',
	},
};

/** Every action that puts out invoices, and what it needs. */
const ACTIONS: Record<string, () => Promise<IDataObject>> = {
	cancel: async () => byNumber(await invoicing.create(MIXED)),
	create: async () => MIXED,
	add: async () => byNumber(await invoicing.create(MIXED)),
	get: async () => byNumber(await partlyPaid()),
	getAll: async () => ({ returnAll: true }),
	query: async () => ({}),
	publish: async () => byNumber(await invoicing.create(MIXED)),
	send: async () => byNumber(await invoicing.create(MIXED)),
	update: async () => ({
		...byNumber(await invoicing.create(MIXED)),
		changes: { freightAmount: '7.25' },
	}),
	upsert: async () => ({ ...MIXED, invoiceNumber: 'MIXED-1' }),
};

const READING = ['get', 'getAll', 'query'];

async function partlyPaid(): Promise<string> {
	const number = await invoicing.create({ ...MIXED, delivery: 'emailNow' });
	for (const amount of ['10.00', '20.50', '30.00']) await invoicing.pay(number, amount);
	return number;
}

const AMOUNT = /^(amount|rate|quantity|.*(Amount|Percent|Price|Rate))$/;

/** The amounts in an output by their place, lists counted as one place. */
function amountsIn(value: unknown, path: string[] = []): Array<[string, unknown]> {
	if (Array.isArray(value)) return value.flatMap((entry) => amountsIn(entry, path));
	if (typeof value === 'object' && value !== null) {
		return Object.entries(value).flatMap(([name, part]) => amountsIn(part, [...path, name]));
	}
	return AMOUNT.test(path.at(-1) ?? '') ? [[path.join('.'), value]] : [];
}

describe.each(['text', 'number'])('amounts as %s', (amounts) => {
	const type = amounts === 'text' ? 'string' : 'number';

	it.each(
		Object.keys(ACTIONS)
			.filter((action) => READING.includes(action) || amounts === 'text')
			.flatMap((action) => [
				[action, 'simplified'],
				[action, 'raw'],
			]),
	)('have one type in every column of %s, output: %s', async (action, output) => {
		const given = await ACTIONS[String(action)]();
		const isReading = READING.includes(action);
		const parameters = action.startsWith('get') ? { ...given, itemOutput: output } : given;
		const { items, error } = await invoicing.run('invoice', action, parameters, {
			options: isReading ? { amounts } : { output },
		});
		expect(error).toBeUndefined();
		const shown = amountsIn(items.map(({ json }) => json));
		expect(shown.length).toBeGreaterThan(0);
		expect(shown.filter(([, value]) => typeof value !== type)).toEqual([]);
	});
});

it.each([
	['1234567890123.45', 1234567890123.45, undefined],
	[
		'123456789012345.78',
		undefined,
		'totalAmount is "123456789012345.78", which has more digits than a number can hold',
	],
])('%s is an exact number, or an error', async (totalAmount, wanted, message) => {
	const { invoiceNumber } = await invoicing.invoice('create', {
		...ITEMIZED,
		lineItems: {},
		additionalFields: { invoiceDescription: 'A ship', totalAmount },
	});
	const { items, error } = await invoicing.run('invoice', 'get', byNumber(invoiceNumber), {
		options: { amounts: 'number' },
	});
	expect(items.at(0)?.json.totalAmount).toBe(wanted);
	expect(error?.message).toBe(message);
});

it('identifiers and counts stay what they are', async () => {
	const sku = { ...LINE, productSku: '007' };
	const number = await invoicing.create({
		...MIXED,
		lineItems: { item: [sku] },
		additionalFields: { merchantCustomerId: '0042' },
	});
	const parameters = { ...byNumber(number), itemOutput: 'raw' };
	const { items } = await invoicing.run('invoice', 'get', parameters, {
		options: { amounts: 'number' },
	});
	expect(items[0].json).toMatchObject({
		id: number,
		customerInformation: { merchantCustomerId: '0042' },
		orderInformation: { lineItems: [{ productSku: '007' }] },
	});
});
