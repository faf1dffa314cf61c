import fc from 'fast-check';
import { BASES } from '../../../nodes/MerchantInvoicing/invoice/basis';
import {
	differences,
	differencesFromRequest,
} from '../../../nodes/MerchantInvoicing/invoice/changes';
import type { Entry, InvoiceDraft } from '../../../nodes/MerchantInvoicing/invoice/draft';
import { readDraft } from '../../../nodes/MerchantInvoicing/invoice/draft';
import type {
	CopyChoices,
	CreateChoices,
	UpdateChoices,
} from '../../../nodes/MerchantInvoicing/invoice/plan';
import { planCopy, planCreate, planUpdate } from '../../../nodes/MerchantInvoicing/invoice/plan';
import {
	decimalsOf,
	invoiceAmounts,
	SUB_AMOUNTS,
} from '../../../nodes/MerchantInvoicing/invoice/totals';
import { format } from '../../../nodes/shared/money';
import { errorsOf, inWords } from '../../../nodes/shared/problem';
import { itemized, LINE } from './drafts';
import { cases } from '../../support/long';

const CREATE: CreateChoices = {
	type: 'itemized',
	total: 'computed',
	mismatch: 'warning',
	ownNumber: false,
	today: '2026-01-01',
};
const UPDATE: UpdateChoices = {
	mode: 'merge',
	cleared: [],
	total: 'auto',
	mismatch: 'warning',
	today: '2026-01-01',
};

const made = (entry: Entry, choices = CREATE): InvoiceDraft =>
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
	const ours = invoiceAmounts(draft, decimalsOf(draft), BASES[0])!;
	if (tax !== undefined) {
		const amounts = invoiceAmounts(draft, decimalsOf(draft), BASES[tax])!;
		if (fields.taxRate !== undefined) fields.taxAmount = format(amounts.tax);
		if (fields.discountPercent !== undefined) fields.discountAmount = format(amounts.discount);
	}
	if (sub !== undefined) fields.subAmount = format(SUB_AMOUNTS[sub](ours));
	return { ...draft, fields };
}

const cents = fc.integer({ min: 1, max: 900_000 }).map((units) => (units / 100).toFixed(2));
const percent = fc.option(
	fc.integer({ min: 1, max: 3000 }).map((units) => (units / 100).toFixed(2)),
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
			const again = { ...UPDATE, type: 'itemized', total: 'computed' } as const;
			const plan = planUpdate({ draft: stored, problems: [] }, readDraft(request), again);
			expect(errorsOf(plan.problems).map(inWords)).toEqual([]);
			expect(differences(stored, plan.draft)).toEqual([]);
		}),
	);
});

it('a copy has the amounts of its original, however the service shows it, and is no other invoice', () => {
	fc.assert(
		fc.property(requests, ...shows, ({ lines, ...fields }, tax, sub) => {
			const lineItems = lines.map((item, index) => ({ ...item, productSku: `S-${index}` }));
			const stored = shown(made(itemized(fields, lineItems)), tax, sub);
			const entered = readDraft({ fields: { deliveryMode: 'email', sendImmediately: false } });
			const choices: CopyChoices = { ...UPDATE, ownNumber: false };
			const plan = planCopy({ draft: stored, problems: [] }, entered, choices);
			expect(plan.problems).toEqual([]);
			expect(differencesFromRequest(plan.draft, stored)).toEqual([]);
			expect(plan.draft.lineItems).toEqual(stored.lineItems);
		}),
	);
});

it('an update of any field gives what a create on the same basis gives, to the cent, or names it as a choice', () => {
	fc.assert(
		fc.property(
			requests,
			changes,
			fc.constantFrom(...BASES),
			fc.constantFrom(undefined, 0, 1),
			fc.constantFrom(undefined, 0, 1, 2, 3),
			({ lines, ...fields }, change, basis, tax, sub) => {
				const lineItems = lines.map((item, index) => ({ ...item, productSku: `S-${index}` }));
				const request = itemized(fields, lineItems);
				const create = { ...CREATE, basis };
				const stored = shown(made(request, create), tax, sub);
				const isLine = 'quantity' in change;
				const entered: Entry = isLine
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
					lines: { mode: 'change', removed: [] },
				});
				const due = made(wanted, create);
				const choices = plan.problems.map(inWords).filter((text) => /several ways/.test(text));
				if (choices.length > 0) {
					expect(choices).toEqual([expect.stringContaining(`${String(due.fields.totalAmount)} (`)]);
					return;
				}
				expect(errorsOf(plan.problems).map(inWords)).toEqual([]);
				expect(moneyOf(plan.draft)).toEqual(moneyOf(due));
			},
		),
		{ numRuns: cases(600) },
	);
});

it('a tax that the service derived before the discount is not kept when a line changes', () => {
	const stored = made(
		itemized({ taxRate: '8.25' }, [{ ...LINE, totalAmount: '', quantity: '20' }]),
	);
	const shownTax = { ...stored, fields: { ...stored.fields, taxAmount: '16.50' } };
	const plan = planUpdate(
		{ draft: shownTax, problems: [] },
		readDraft({ fields: {}, lineItems: [{ productSku: LINE.productSku, quantity: '10' }] }),
		{ ...UPDATE, lines: { mode: 'change', removed: [] } },
	);
	expect(plan.draft.fields).toMatchObject({ taxAmount: '8.25', totalAmount: '108.25' });
});

it('an amount that follows from nothing known is not changed without being asked', () => {
	const stored = made(itemized({ taxRate: '10' }));
	const odd = { ...stored, fields: { ...stored.fields, taxAmount: '1.11' } };
	const plan = planUpdate(
		{ draft: odd, problems: [] },
		readDraft({ fields: { freightAmount: '1' } }),
		UPDATE,
	);
	expect(errorsOf(plan.problems).map(inWords)).toEqual([
		'Tax Amount: it is not clear how 1.11 follows from the rest of the invoice. Enter the amount or the rate again',
	]);
});

describe('a basis that the present amounts do not tell', () => {
	const hundred = [{ ...LINE, totalAmount: '', unitPrice: '100', quantity: '1' }];
	const updated = (fields: Entry['fields'], entered: Entry, choices = UPDATE) =>
		planUpdate(
			{ draft: made(itemized(fields, hundred)), problems: [] },
			readDraft(entered),
			choices,
		);

	it('is asked for where the new total depends on it', () => {
		const plan = updated({ taxRate: '20' }, { fields: { discountPercent: '10' } });
		expect(errorsOf(plan.problems).map(inWords)).toEqual([
			'Tax Basis: the present amounts fit several ways to work out the tax, which give different new ones: 108.00 (Amount After Discount); 110.00 (Amount Before Discount). Choose one in Options',
		]);
	});

	it('is asked for where taxable freight comes with the update', () => {
		const freight = { freightAmount: '10', freightTaxable: true };
		const plan = updated({ taxRate: '20' }, { fields: freight });
		expect(errorsOf(plan.problems).map(inWords)).toEqual([
			'Tax on Freight: the present amounts fit several ways to work out the tax, which give different new ones: 130.00 (No Tax); 132.00 (Tax (%) of the Invoice). Choose one in Options',
		]);
	});

	it.each(BASES.filter(({ per, freight }) => per === 'total' && freight === 'ownRate'))(
		'is the one that the user chooses: $tax',
		(basis) => {
			const entered = { fields: { discountPercent: '10' } };
			const plan = updated({ taxRate: '20' }, entered, { ...UPDATE, basis });
			const totals = { afterDiscount: '108.00', beforeDiscount: '110.00', included: '90.00' };
			expect(plan.problems).toEqual([]);
			expect(plan.draft.fields.totalAmount).toBe(totals[basis.tax]);
		},
	);

	it('does not matter where all give the same', () => {
		const plan = updated({ taxRate: '20' }, { fields: { freightAmount: '10' } });
		expect(plan.problems).toEqual([]);
		expect(plan.draft.fields.totalAmount).toBe('130.00');
	});

	it('is the usual one for a first tax, with a warning that names the others', () => {
		const plan = updated({ discountPercent: '10' }, { fields: { taxRate: '20' } });
		expect(plan.draft.fields.totalAmount).toBe('108.00');
		expect(plan.problems).toEqual([
			expect.objectContaining({ severity: 'warning', field: 'Tax Basis' }),
		]);
		expect(plan.problems[0].message).toContain(
			'108.00 (Amount After Discount); 110.00 (Amount Before Discount); 90.00 (Included in the Prices). The first was used',
		);
	});

	it('is worth a warning where only a cent of rounding depends on it', () => {
		const half = { ...hundred[0], unitPrice: '0.05' };
		const lineItems = ['B', 'C'].map((productSku) => ({ ...half, productSku }));
		const plan = planUpdate(
			{ draft: made(itemized({ taxRate: '10' }, [half])), problems: [] },
			readDraft({ fields: {}, lineItems }),
			{ ...UPDATE, lines: { mode: 'add', removed: [] } },
		);
		expect(plan.draft.fields.totalAmount).toBe('0.17');
		expect(plan.problems.map(inWords)).toEqual([
			'Tax Rounding: the present amounts fit several ways to work out the tax, which give different new ones: 0.17 (On the Total); 0.18 (Line by Line). The first was used; choose another one in Options',
		]);
	});

	it('is the usual one for a total that is to be computed', () => {
		const choices = { ...UPDATE, total: 'computed' } as const;
		const plan = updated({ taxRate: '20' }, { fields: { discountPercent: '10' } }, choices);
		expect(plan.problems).toEqual([]);
		expect(plan.draft.fields.totalAmount).toBe('108.00');
	});
});

describe('the basis of the tax', () => {
	const lines = [{ ...LINE, totalAmount: '', unitPrice: '100', quantity: '1' }];
	it.each([
		['afterDiscount', '99.00', undefined],
		['beforeDiscount', '100.00', '10.00'],
		['included', '90.00', '8.18'],
	] as const)('%s gives a total of %s', (tax, total, taxAmount) => {
		const basis = BASES.find((one) => one.tax === tax)!;
		const { fields } = made(itemized({ discountPercent: '10', taxRate: '10' }, lines), {
			...CREATE,
			basis,
		});
		expect(fields.totalAmount).toBe(total);
		expect(fields.taxAmount).toBe(taxAmount);
	});

	it('line by line rounds each line', () => {
		const three = Array.from({ length: 3 }, () => ({ ...lines[0], unitPrice: '0.05' }));
		const basis = BASES.find(({ per }) => per === 'line')!;
		expect(made(itemized({ taxRate: '10' }, three)).fields.totalAmount).toBe('0.17');
		expect(made(itemized({ taxRate: '10' }, three), { ...CREATE, basis }).fields.totalAmount).toBe(
			'0.18',
		);
	});

	it('line by line counts for a discount in percent, and says that it does not for one in money', () => {
		const three = Array.from({ length: 3 }, () => ({ ...lines[0], unitPrice: '0.05' }));
		const basis = BASES.find(({ per }) => per === 'line')!;
		const stepsOf = (fields: Entry['fields']) =>
			planCreate(readDraft(itemized(fields, three)), { ...CREATE, basis }).steps;
		expect(stepsOf({ taxRate: '10', discountAmount: '0.01' })).toBe(
			'line items 0.15 - discount 0.01 + tax 0.01 (after discount) = 0.15',
		);
		expect(stepsOf({ taxRate: '10', discountPercent: '0' })).toBe(
			'line items 0.15 + tax 0.03 (after discount, line by line) = 0.18',
		);
	});

	it('of the invoice counts for freight only where the user wants it so', () => {
		const fields = { taxRate: '10', freightAmount: '10', freightTaxable: true };
		const basis = BASES.find(({ freight }) => freight === 'invoiceRate')!;
		expect(made(itemized(fields, lines)).fields.totalAmount).toBe('120.00');
		expect(made(itemized(fields, lines), { ...CREATE, basis }).fields.totalAmount).toBe('121.00');
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
	const plan = planCreate(readDraft(sample), { ...CREATE, total: 'entered', mismatch: 'error' });
	expect(plan.problems.map(inWords)).toEqual([]);
	expect(plan.draft.fields).toMatchObject({ totalAmount: '2623.64', subAmount: '2749.72' });
	expect(plan.steps).toBe(
		'line items 2521.68 - discount 126.08 + tax 208.04 (after discount) + freight 20.00 = 2623.64',
	);
});

it('an entered total that nothing explains is sent with a warning, or refused on demand', () => {
	const entered = readDraft(itemized({ totalAmount: '7.77' }));
	const [warned] = planCreate(entered, { ...CREATE, total: 'entered' }).problems;
	expect(warned).toMatchObject({ severity: 'warning', field: 'Total Amount' });
	const [refused] = planCreate(entered, {
		...CREATE,
		total: 'entered',
		mismatch: 'error',
	}).problems;
	expect(refused).toMatchObject({ severity: 'error', field: 'Total Amount' });
});
