import type { Decimal } from '../money';
import { parseNumber, toDecimal } from '../money';

/** Reads an amount of an invoice as the service gives it: a number, or text such as "12.50", "1.5E3" or ".5". */
export function serviceAmount(value: unknown): Decimal | undefined {
	if (typeof value !== 'string') return toDecimal(value);
	return parseNumber(value.trim().replace(/^([+-]?)\.(?=\d)/, '$10.'));
}
