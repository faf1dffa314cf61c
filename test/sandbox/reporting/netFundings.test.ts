import { Decimal } from 'decimal.js';
import { type Details, type Row, useOnDemand } from './onDemand';

const ask = useOnDemand();

interface Funding extends Record<string, unknown> {
	netFundingSummaries: Array<Row & { conveyedCount: number; settledCount: number }>;
}

describe('net funding', () => {
	const totals = (list: unknown): Record<string, string> =>
		Object.fromEntries((list as Row[]).map(({ currency, value }) => [currency, value]));

	it('totals to the cent what its summaries say', async () => {
		const { body } = await ask<Funding>('net-fundings');
		const sum = (type: string, currency: string): Decimal =>
			body.netFundingSummaries
				.filter((row) => row.type === type && row.currencyCode === currency)
				.reduce((total, row) => total.plus(row.fundedAmount), new Decimal(0));
		for (const currency of ['USD', 'EUR', 'GBP', 'JPY']) {
			const parts = ['PURCHASES', 'REFUNDS', 'FEES', 'CHARGEBACKS'].map((type) =>
				sum(type, currency),
			);
			const [purchases, refunds, fees, chargebacks] = parts;
			const decimals = currency === 'JPY' ? 0 : 2;
			expect(totals(body.totalPurchases)[currency]).toBe(purchases.toFixed(decimals));
			expect(totals(body.totalRefunds)[currency]).toBe(refunds.toFixed(decimals));
			expect(totals(body.totalFees)[currency]).toBe(fees.toFixed(decimals));
			expect(totals(body.totalChargebacks)[currency]).toBe(chargebacks.toFixed(decimals));
			expect(totals(body.netTotal)[currency]).toBe(
				purchases.minus(refunds).minus(fees).minus(chargebacks).toFixed(decimals),
			);
		}
	});

	it('agrees with the purchases and refunds of the same period', async () => {
		const { body } = await ask<Funding>('net-fundings');
		let conveyed = new Decimal(0);
		for (let offset = 0; ; offset += 2000) {
			const details = await ask<Details>('purchase-refund-details', { offset });
			if (!details.body.settlements) break;
			for (const row of details.body.settlements) {
				const counts = row.transactionType === 'Purchases' && row.currencyCode === 'USD';
				if (counts) conveyed = conveyed.plus(row.amount);
			}
		}
		const summed = body.netFundingSummaries
			.filter((row) => row.type === 'PURCHASES' && row.currencyCode === 'USD')
			.reduce((total, row) => total.plus(row.conveyedAmount), new Decimal(0));
		expect(summed.toFixed(2)).toBe(conveyed.toFixed(2));
	});
});
