import { decimalsOf } from '../../invoicing/money';
import { DEFINITION_BY_NAME, type Definition } from '../catalog/definitions';
import { Money } from '../money';
import { hasRowIn, type Transaction } from './transaction';

/** Whether the processor has settled it. */
export function isSettled(transaction: Transaction): boolean {
	return transaction.isSettled ?? transaction.draw(60, 25) !== 0;
}

const RATE = new Money('0.029');
const IN_YEN = { perItem: '30', chargeback: '1500' };
const IN_OTHERS = { perItem: '0.30', chargeback: '15.00' };

const fixedIn = (currency: string): typeof IN_YEN => (currency === 'JPY' ? IN_YEN : IN_OTHERS);

/** 2.9 %, in whole cents. */
export function discountOf({ amount, currency }: Transaction): Money {
	return new Money(amount).times(RATE).toDecimalPlaces(decimalsOf(currency));
}

export function perItemFeeOf({ currency }: Transaction): Money {
	return new Money(fixedIn(currency).perItem);
}

/** A rate and a fixed part. */
export function feeOf(transaction: Transaction): Money {
	return discountOf(transaction).plus(perItemFeeOf(transaction));
}

const IMPACTS = ['debit', 'debit', 'debit', 'none'] as const;

/** What a case about a transaction does to the merchant's money. */
export function impactOf(transaction: Transaction): (typeof IMPACTS)[number] {
	return IMPACTS[transaction.draw(27, IMPACTS.length)];
}

const CHARGEBACKS = DEFINITION_BY_NAME.get('ChargebackAndRetrievalDetailClass') as Definition;

/** Whether it is taken back from the merchant. */
export function isChargedBack(transaction: Transaction): boolean {
	return hasRowIn(CHARGEBACKS, transaction) && impactOf(transaction) === 'debit';
}

/** Only a chargeback has a fee. */
export function chargebackFeeOf(transaction: Transaction): Money {
	const isDebit = impactOf(transaction) === 'debit';
	return new Money(isDebit ? fixedIn(transaction.currency).chargeback : 0);
}
