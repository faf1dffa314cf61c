import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { cases } from '../../support/long';
import { ITEMIZED, jsonOf, nextNumber, useInvoicing } from './invoicing';

const invoicing = useInvoicing('all');

/** What the oracle knows of a line: cents, whole percentages, and nothing of the nodes. */
interface Line {
	price: number;
	quantity: number;
	tax: number;
	discount: number;
}

/** What makes an order one that must be refused. */
const FLAWS = ['none', 'none', 'none', 'price', 'email', 'pasted', 'total'] as const;

interface Order {
	lines: Line[];
	shipping: number;
	repeats: boolean;
	flaw: (typeof FLAWS)[number];
}

const percentOf = (cents: number, percent: number) => Math.floor((cents * percent + 50) / 100);

const centsOf = ({ lines, shipping }: Order): number =>
	lines.reduce((sum, { price, quantity, tax, discount }) => {
		const gross = price * quantity;
		const net = gross - percentOf(gross, discount);
		return sum + net + percentOf(net, tax);
	}, shipping);

const asText = (cents: number) => (cents / 100).toFixed(2);

/** The same amount as different people write it, and in which currency. */
const WRITTEN: ReadonlyArray<{ currency: string; write: (cents: number) => string | number }> = [
	{ currency: 'USD', write: asText },
	{ currency: 'USD', write: (cents) => cents / 100 },
	{ currency: 'USD', write: (cents) => `$${asText(cents)}` },
	// A sheet with decimal commas is not billed in dollars that nobody chose.
	{ currency: 'EUR', write: (cents) => asText(cents).replace('.', ',') },
	{ currency: 'USD', write: (cents) => `${asText(cents)} USD` },
];

/** The same columns as different people name them. */
const NAMED: ReadonlyArray<readonly string[]> = [
	['Order Number', 'Customer', 'Email', 'Item', 'Qty', 'Price', 'Tax %', 'Discount %', 'Shipping'],
	[
		'order_id',
		'name',
		'e-mail',
		'product',
		'quantity',
		'unit_price',
		'taxRate',
		'discountRate',
		'freight',
	],
	[
		'INVOICE NO',
		'Client',
		'Email Address',
		'Description',
		'Units',
		'RATE',
		'VAT %',
		'discount percent',
		'Shipping Cost',
	],
];

const orders = fc.record<Order>({
	lines: fc.array(
		fc.record({
			price: fc.integer({ min: 1, max: 99_999 }),
			quantity: fc.integer({ min: 1, max: 9 }),
			tax: fc.constantFrom(0, 7, 19),
			discount: fc.constantFrom(0, 0, 10),
		}),
		{ minLength: 1, maxLength: 4 },
	),
	shipping: fc.constantFrom(0, 0, 499),
	repeats: fc.boolean(),
	flaw: fc.constantFrom(...FLAWS),
});

const sheets = fc.record({
	orders: fc.array(orders, { minLength: 1, maxLength: 4 }),
	names: fc.constantFrom(...NAMED),
	writing: fc.constantFrom(...WRITTEN),
	isAutomatic: fc.boolean(),
	isShuffled: fc.boolean(),
	failing: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
});

type Sheet = typeof sheets extends fc.Arbitrary<infer One> ? One : never;

/** The rows of an order: one for each line, with what is said of the order in the first or in all. */
function rowsOf(order: Order, number: string, { names, writing }: Sheet): IDataObject[] {
	const { write } = writing;
	const [id, name, email, item, quantity, price, tax, discount, shipping] = names;
	const rows = order.lines.map((line, index): IDataObject => {
		const isSaid = index === 0 || order.repeats;
		return {
			[id]: number,
			[name]: isSaid ? 'Ann Lee' : '',
			[email]: isSaid ? 'ann@example.com' : '',
			[item]: `Chair ${index}`,
			[quantity]: line.quantity,
			[price]: write(line.price),
			// A rate in the first row only can be that of the order.
			[tax]: line.tax === 0 ? (index === 0 ? '' : 0) : `${line.tax}%`,
			[discount]: line.discount === 0 ? '' : line.discount,
			[shipping]: isSaid && order.shipping > 0 ? write(order.shipping) : '',
		};
	});
	const [first] = rows;
	const last = rows[rows.length - 1];
	if (order.flaw === 'price') last[price] = 'ten';
	if (order.flaw === 'email') rows.push({ ...first, [item]: 'Lamp', [email]: 'eve@example.com' });
	if (order.flaw === 'pasted') rows.push({ ...last });
	// By more than rounding the tax of the lines or of their sum can be.
	if (order.flaw === 'total') first.Total = asText(centsOf(order) + 100);
	return rows;
}

/** As a person maps the columns. */
function manually([
	id,
	name,
	email,
	item,
	quantity,
	price,
	tax,
	discount,
	shipping,
]: Sheet['names']) {
	const from = (column: string) => `={{ $json[${JSON.stringify(column)}] }}`;
	const line = {
		productName: from(item),
		quantity: from(quantity),
		unitPrice: from(price),
		taxRate: from(tax),
		discountRate: from(discount),
	};
	return {
		...ITEMIZED,
		invoiceNumber: from(id),
		customerName: from(name),
		customerEmail: from(email),
		lineItems: { item: [line] },
		additionalFields: { freightAmount: from(shipping), totalAmount: from('Total') },
	};
}

/** A total that is mapped is sent as it is. */
const isRefused = ({ flaw }: Order, isAutomatic: boolean): boolean =>
	isAutomatic ? flaw !== 'none' : ['price', 'email', 'pasted'].includes(flaw);

/** The service bills the order, and its answer is lost. */
const LOST = {
	method: 'POST',
	path: '/invoicing/v2/invoices',
	kind: 'drop',
	when: 'after',
} as const;

it('bills every order of a sheet once and to the cent, or refuses it, however it is written', async () => {
	await fc.assert(
		fc.asyncProperty(sheets, async (sheet) => {
			const { isAutomatic, failing, writing } = sheet;
			const currency = { __rl: true, mode: 'list', value: writing.currency };
			await invoicing.sandbox.control.send('DELETE', '/outbox');
			const numbered = sheet.orders
				.filter(({ flaw }) => isAutomatic || flaw !== 'total')
				.map((order) => ({ order, number: nextNumber() }));
			fc.pre(numbered.length > 0);
			const groups = numbered.map(({ order, number }) => rowsOf(order, number, sheet));
			// The rows of two orders may be mixed, but each order keeps its own order of lines.
			const input = sheet.isShuffled
				? Array.from({ length: 5 }, (_, index) =>
						groups.flatMap((rows) => rows.slice(index, index + 1)),
					).flat()
				: groups.flat();
			if (!isAutomatic) for (const row of input) row.Total ??= '';
			const parameters = isAutomatic
				? { delivery: 'emailNow', currency }
				: { ...manually(sheet.names), currency };
			const bill = async () =>
				jsonOf(
					(await invoicing.run('invoice', 'create', parameters, { input, continueOnFail: true }))
						.items,
				);
			if (failing !== undefined) await invoicing.sandbox.control.fault({ ...LOST, skip: failing });
			await bill();
			const result = new Map((await bill()).map((row) => [row.invoiceNumber, row]));
			for (const { order, number } of numbered) {
				const { outcome, totalAmount } = result.get(number)!;
				const expected = isRefused(order, isAutomatic)
					? { outcome: 'failed', totalAmount: undefined }
					: { totalAmount: asText(centsOf(order)) };
				expect({ outcome, totalAmount }).toMatchObject(expected);
			}
			const billed = numbered.filter(({ order }) => !isRefused(order, isAutomatic));
			const outbox = await invoicing.sandbox.control.outbox();
			expect(outbox.map(({ invoiceId }) => invoiceId).sort()).toEqual(
				billed.map(({ number }) => number).sort(),
			);
		}),
		{ numRuns: cases(12) },
	);
}, 600_000);
