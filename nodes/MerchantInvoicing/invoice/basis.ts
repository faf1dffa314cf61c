/** What a tax rate is applied to: what is left after the discount, what was there before it, or it is in the prices. */
export type Basis = 'afterDiscount' | 'beforeDiscount' | 'included';

/** Every known basis, the usual one first. The specification does not say, so it is a choice. */
export const BASES: readonly Basis[] = ['afterDiscount', 'beforeDiscount', 'included'];

export const USUAL_BASIS: Basis = 'afterDiscount';

export const TAX_IN_WORDS: Record<Basis, string> = {
	afterDiscount: 'after discount',
	beforeDiscount: 'before discount',
	included: 'included',
};
