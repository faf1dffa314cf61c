/** How taxes are calculated. The specification does not say, so it is a choice. */
export interface Basis {
	/** What the tax is calculated on: what is left after the discount, or what was there before it; or it is in the prices. */
	tax: 'afterDiscount' | 'beforeDiscount' | 'included';
	/** Whether a tax rate of the invoice counts for the whole, or for each line and is added up. */
	per: 'total' | 'line';
	/** The rate for taxable freight that has no rate of its own: none, or that of the invoice. */
	freight: 'ownRate' | 'invoiceRate';
}

const TAXES = ['afterDiscount', 'beforeDiscount', 'included'] as const;
const PARTS = ['total', 'line'] as const;
const FREIGHTS = ['ownRate', 'invoiceRate'] as const;

/** Every known basis, the usual one first. */
export const BASES: readonly Basis[] = FREIGHTS.flatMap((freight) =>
	PARTS.flatMap((per) => TAXES.map((tax): Basis => ({ tax, per, freight }))),
);

export const USUAL_BASIS: Basis = BASES[0];

/** The parts of a basis as the options call them. */
export const BASIS_OPTIONS = {
	tax: {
		label: 'Tax Basis',
		choices: {
			afterDiscount: 'Amount After Discount',
			beforeDiscount: 'Amount Before Discount',
			included: 'Included in the Prices',
		},
	},
	per: { label: 'Tax Rounding', choices: { line: 'Line by Line', total: 'On the Total' } },
	freight: {
		label: 'Tax on Freight',
		choices: { invoiceRate: 'Tax (%) of the Invoice', ownRate: 'No Tax' },
	},
} as const satisfies {
	[Part in keyof Basis]: { label: string; choices: Record<Basis[Part], string> };
};

const choiceOf = (basis: Basis, part: keyof Basis): string => {
	const choices: Record<string, string> = BASIS_OPTIONS[part].choices;
	return choices[basis[part]];
};

/** What tells several bases apart, by the names of the options. */
export function apart(bases: readonly Basis[]): { options: string; choices: string[] } {
	const parts = (['tax', 'per', 'freight'] as const).filter(
		(part) => new Set(bases.map((basis) => basis[part])).size > 1,
	);
	return {
		options: parts.map((part) => BASIS_OPTIONS[part].label).join(', '),
		choices: bases.map((basis) => parts.map((part) => choiceOf(basis, part)).join(', ')),
	};
}

const TAX_IN_WORDS: Record<Basis['tax'], string> = {
	afterDiscount: 'after discount',
	beforeDiscount: 'before discount',
	included: 'included',
};

export const inWords = ({ tax, per }: Basis): string =>
	per === 'line' ? `${TAX_IN_WORDS[tax]}, line by line` : TAX_IN_WORDS[tax];
