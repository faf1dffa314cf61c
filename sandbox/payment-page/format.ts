import { decimalsOf } from '../invoicing/money';

/** Amounts and dates as the reader of this language writes them; amounts keep every digit. */
export class Format {
	constructor(
		private readonly language: string,
		private readonly currency: string,
	) {}

	money(amount: string): string {
		const decimals = decimalsOf(this.currency);
		return new Intl.NumberFormat(this.language, {
			style: 'currency',
			currency: this.currency,
			minimumFractionDigits: decimals,
			maximumFractionDigits: decimals,
		}).format(amount as `${number}`);
	}

	date(moment: number): string {
		return new Intl.DateTimeFormat(this.language, { dateStyle: 'long', timeZone: 'UTC' }).format(
			moment,
		);
	}
}
