import fc from 'fast-check';
import {
	TAX_BASES,
	type TaxBasis,
	invoiceAmounts,
} from '../../../nodes/MerchantInvoicing/invoice/totals';
import { diffDrafts, diffFromRequest } from '../../../nodes/MerchantInvoicing/invoice/changes';
import type { EnteredInvoice } from '../../../nodes/MerchantInvoicing/invoice/draft';
import type { InvoiceDraft } from '../../../nodes/MerchantInvoicing/invoice/values';
import { readDraft } from '../../../nodes/MerchantInvoicing/invoice/draft';
import type { UpdateOptions } from '../../../nodes/MerchantInvoicing/invoice/plan';
import { planCopy, planCreate, planUpdate } from '../../../nodes/MerchantInvoicing/invoice/plan';
import { format } from '../../../nodes/shared/money';
import { error, errorsOf, formatProblem } from '../../../nodes/shared/problem';
import { itemized as entryOf, LINE } from './drafts';
import { cases } from '../../support/long';

const CREATE: { basis?: TaxBasis; today: string } = { today: '2026-01-01' };
const UPDATE: UpdateOptions = { cleared: [], today: '2026-01-01' };

const COMPUTED = { totalAmount: '' };
const itemized = (fields: EnteredInvoice['fields'] = {}, lineItems?: unknown): EnteredInvoice =>
	entryOf({ ...COMPUTED, ...fields }, lineItems);

const made = (entry: EnteredInvoice, choices = CREATE): InvoiceDraft =>
	planCreate(readDraft(entry), choices).draft;

/** What a create sends of the money. */
const moneyOf = ({ fields, lineItems }: InvoiceDraft) => ({
	total: fields.totalAmount,
	lines: lineItems.map(({ totalAmount }) => totalAmount),
	discount: fields.discountPercent,
	tax: fields.taxRate,
});

/** How a service shows an invoice: rates with the amounts that follow from them, and a sub-amount. */
function shown(
	draft: InvoiceDraft,
	tax: number | undefined,
	sub: number | undefined,
): InvoiceDraft {
	const fields = { ...draft.fields };
	const ours = invoiceAmounts(draft, TAX_BASES[0])!;
	if (tax !== undefined) {
		const amounts = invoiceAmounts(draft, TAX_BASES[tax])!;
		if (fields.taxRate !== undefined) fields.taxAmount = format(amounts.tax);
		if (fields.discountPercent !== undefined) fields.discountAmount = format(amounts.discount);
	}
	if (sub !== undefined) fields.subAmount = format(ours.lines);
	return { ...draft, fields };
}

const cents = fc.integer({ min: 1, max: 900_000 }).map((units) => (units / 100).toFixed(2));
const percent = fc.option(
	fc.integer({ min: 1, max: 3000 }).map((units) => `${(units / 100).toFixed(2)}%`),
	{ nil: undefined },
);
const line = fc.record({
	productName: fc.constant('x'),
	quantity: fc.integer({ min: 1, max: 40 }).map(String),
	unitPrice: cents,
});
const requests = fc.record({
	lines: fc.array(line, { minLength: 1, maxLength: 5 }),
	discountPercent: percent,
	taxRate: percent,
	freightAmount: fc.option(cents, { nil: undefined }),
});
const changes = fc.oneof(
	fc.record({ fields: fc.record({ taxRate: fc.constantFrom('7', '19.6', '8.25') }) }),
	fc.record({ fields: fc.record({ discountPercent: fc.constantFrom('3', '12.5') }) }),
	fc.record({ fields: fc.record({ freightAmount: cents }) }),
	fc.record({ fields: fc.record({ dueDate: fc.constant('2027-01-31') }) }),
	fc.record({ quantity: fc.integer({ min: 1, max: 90 }).map(String) }),
);

const shows = [fc.constantFrom(undefined, 0, 1), fc.constantFrom(undefined, 0, 1, 2, 3)] as const;

it('to enter the same invoice once more changes nothing, however the service shows it', () => {
	fc.assert(
		fc.property(requests, ...shows, ({ lines, ...fields }, tax, sub) => {
			const lineItems = lines.map((item, index) => ({ ...item, productSku: `S-${index}` }));
			const request = itemized(fields, lineItems);
			const stored = shown(made(request), tax, sub);
			const again = { ...UPDATE, type: 'itemized', computesTotal: true } as const;
			const plan = planUpdate({ draft: stored, problems: [] }, readDraft(request), again);
			expect(errorsOf(plan.problems).map(formatProblem)).toEqual([]);
			expect(diffDrafts(stored, plan.draft)).toEqual([]);
		}),
	);
});

it('a copy has the amounts of its original, however the service shows it, and is no other invoice', () => {
	fc.assert(
		fc.property(requests, ...shows, ({ lines, ...fields }, tax, sub) => {
			const lineItems = lines.map((item, index) => ({ ...item, productSku: `S-${index}` }));
			const stored = shown(made(itemized(fields, lineItems)), tax, sub);
			const entered = readDraft({ fields: { deliveryMode: 'email', sendImmediately: false } });
			const plan = planCopy({ draft: stored, problems: [] }, entered, UPDATE);
			expect(plan.problems).toEqual([]);
			expect(diffFromRequest(plan.draft, stored)).toEqual({ billed: [], others: [] });
			expect(plan.draft.lineItems).toEqual(stored.lineItems);
		}),
	);
});

it('an update of any field gives what a create on the same basis gives, to the cent, or asks', () => {
	fc.assert(
		fc.property(
			requests,
			changes,
			fc.constantFrom(...TAX_BASES),
			fc.boolean(),
			...shows,
			({ lines, ...fields }, change, basis, isChosen, tax, sub) => {
				const lineItems = lines.map((item, index) => ({ ...item, productSku: `S-${index}` }));
				const request = itemized(fields, lineItems);
				const stored = shown(made(request, { ...CREATE, basis }), tax, sub);
				const isLine = 'quantity' in change;
				const entered: EnteredInvoice = isLine
					? { fields: {}, lineItems: [{ productSku: 'S-0', quantity: change.quantity }] }
					: { fields: change.fields };
				const wanted = isLine
					? itemized(
							fields,
							lineItems.map((item, index) =>
								index === 0 ? { ...item, quantity: change.quantity } : item,
							),
						)
					: itemized({ ...fields, ...change.fields }, lineItems);
				const plan = planUpdate({ draft: stored, problems: [] }, readDraft(entered), {
					...UPDATE,
					...(isChosen && { basis }),
					lines: 'change',
				});
				const texts = errorsOf(plan.problems).map(formatProblem);
				const usual = made(request, CREATE).fields.totalAmount;
				const isUntouched = diffDrafts(stored, plan.draft).every(
					({ field }) => field === 'Due Date',
				);
				if (!isChosen && usual !== stored.fields.totalAmount && !isUntouched) {
					expect(texts).toEqual([expect.stringMatching(/Choose|choose that in Tax Calculation/)]);
					return;
				}
				expect(texts).toEqual([]);
				const due = made(wanted, isChosen ? { ...CREATE, basis } : CREATE);
				if (!isUntouched) expect(moneyOf(plan.draft)).toEqual(moneyOf(due));
			},
		),
		{ numRuns: cases(200) },
	);
});

describe('a stored total that is not what the invoice adds up to on the usual basis', () => {
	const lines = [{ ...LINE, totalAmount: '', unitPrice: '100', quantity: '1' }];
	const updated = (total: string, entered: EnteredInvoice['fields'], choices = UPDATE) => {
		const stored = made(itemized({ taxRate: '20', discountPercent: '10' }, lines));
		const odd = { ...stored, fields: { ...stored.fields, totalAmount: total } };
		return planUpdate({ draft: odd, problems: [] }, readDraft({ fields: entered }), choices);
	};

	it.each([
		['1.11', 'Enter the new total'],
		['110.00', 'It is with tax before discount: choose that in Tax Calculation'],
		['90.00', 'It is with tax included: choose that in Tax Calculation'],
	])('is asked for: %s', (total, advice) => {
		expect(errorsOf(updated(total, { freightAmount: '1' }).problems).map(formatProblem)).toEqual([
			`Total Amount: ${total} is not what the invoice adds up to, so the new total cannot be calculated. ${advice}`,
		]);
	});

	it('is not asked for with the new total, or with an amount that stays', () => {
		expect(errorsOf(updated('1.11', { freightAmount: '1', totalAmount: '2.11' }).problems)).toEqual(
			[],
		);
		expect(updated('1.11', { discountPercent: '10', minimumPartialAmount: '1' }).problems).toEqual(
			[],
		);
	});

	it.each([{}, { freightTaxRate: '20', freightTaxable: false }])(
		'is not asked for where only the freight gets a tax, after %j',
		(untaxed) => {
			const stored = made(itemized({ freightAmount: '10', ...untaxed }, lines));
			const entered = readDraft({ fields: { freightTaxRate: '20' } });
			const plan = planUpdate({ draft: stored, problems: [] }, entered, UPDATE);
			expect(plan.problems).toEqual([]);
			expect([stored, plan.draft].map(({ fields }) => fields.totalAmount)).toEqual([
				'110.00',
				'112.00',
			]);
		},
	);

	it.each(TAX_BASES)('is calculated on the basis that the user chooses: %s', (basis) => {
		const totals = { afterDiscount: '109.00', beforeDiscount: '111.00', included: '91.00' };
		const plan = updated('90.00', { freightAmount: '1' }, { ...UPDATE, basis });
		expect(plan.problems).toEqual([]);
		expect(plan.draft.fields.totalAmount).toBe(totals[basis]);
	});
});

describe('the basis of the tax', () => {
	const lines = [{ ...LINE, totalAmount: '', unitPrice: '100', quantity: '1' }];
	it.each([
		['afterDiscount', '99.00', undefined],
		['beforeDiscount', '100.00', '10.00'],
		['included', '90.00', '8.18'],
	] as const)('%s gives a total of %s', (basis, total, taxAmount) => {
		const { fields } = made(itemized({ discountPercent: '10', taxRate: '10' }, lines), {
			...CREATE,
			basis,
		});
		expect(fields.totalAmount).toBe(total);
		expect(fields.taxAmount).toBe(taxAmount);
	});

	it('does not matter for a sub-amount of another one, if the total is explained', () => {
		const fields = { discountPercent: '2', taxRate: '19', totalAmount: '117.00', subAmount: '119' };
		expect(planCreate(readDraft(itemized(fields, lines)), CREATE).problems).toEqual([]);
	});
});

it('a public sample with tax and freight in its sub-amount goes through as it is', () => {
	const sample = itemized(
		{
			totalAmount: '2623.64',
			subAmount: '2749.72',
			discountAmount: '126.08',
			discountPercent: '5',
			taxAmount: '208.04',
			taxRate: '8.25',
			taxType: 'State Tax',
			freightAmount: '20.00',
			freightTaxable: true,
		},
		[{ productName: 'First', productSku: 'P653727383', quantity: '21', unitPrice: '120.08' }],
	);
	const plan = planCreate(readDraft(sample), CREATE);
	expect(plan.problems).toEqual([]);
	expect(plan.draft.fields).toMatchObject({ totalAmount: '2623.64', subAmount: '2749.72' });
	expect(plan.steps).toBe(
		'21 x 120.08 - 5% discount 126.08 + 8.25% tax 208.04 + freight 20.00 = 2623.64',
	);
});

it.each([
	['change', { productSku: 'NONE', quantity: '1' }, 'the invoice has no line with NONE'],
	['add', { productSku: 'B', productName: 'B' }, 'cannot be computed without Unit Price'],
] as const)('what an update cannot do is an error: %s %j', (lines, line, words) => {
	const stored = { draft: made(itemized()), problems: [error('Customer Name', 'must be text')] };
	const entered = readDraft({ fields: {}, lineItems: [line] });
	const texts = planUpdate(stored, entered, { ...UPDATE, lines }).problems.map(formatProblem);
	expect(texts).toEqual([
		expect.stringMatching(/^Customer Name: must be text\. .* or it would be lost$/),
		expect.stringContaining(words),
	]);
});

it.each([
	['2025-12-31', 1],
	['2026-01-01', 0],
])('nobody is billed after the due date: %s', (dueDate, count) => {
	const stored = { draft: made(itemized()), problems: [] };
	const entered = readDraft(itemized({ dueDate }));
	expect(planCreate(entered, CREATE).ifNew).toHaveLength(count);
	expect(planCopy(stored, entered, UPDATE).ifNew).toHaveLength(count);
});

it('a total that cannot be read is the one problem of an amount only invoice', () => {
	const entered = readDraft({
		...itemized({ totalAmount: 'abc', description: 'x' }),
		lineItems: [],
	});
	expect(planCreate(entered, CREATE).problems).toEqual(entered.problems);
});

it('an amount that contradicts its rate is an error of a create and of an update', () => {
	const line = { productName: 'x', productSku: 'x', quantity: 2, unitPrice: 100 };
	const stored = { draft: made(itemized({}, [line])), problems: [] };
	const entered = readDraft(itemized({}, [{ ...line, taxRate: 19, taxAmount: 5 }]));
	const plans = [planCreate(entered, CREATE), planUpdate(stored, entered, UPDATE)];
	for (const { problems } of plans) {
		expect(problems.map(formatProblem)).toEqual([
			expect.stringContaining('is 5, but 19% is 38.00'),
		]);
	}
});
