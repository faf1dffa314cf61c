import { startOfExpirationDay } from './dates';
import type { Invoice } from './invoice';

/** An invoice expires at 00:00 GMT on its expiration date. */
export function hasExpired({ content }: Invoice, moment: number): boolean {
	const { expirationDate } = content.invoiceInformation;
	if (expirationDate === undefined) return false;
	return (startOfExpirationDay(expirationDate) as number) <= moment;
}
