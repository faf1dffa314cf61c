/** The naming conventions differ by case, dots and underscores only: BillTo.City is billTo_city and bill_to_city. */
export const looseName = (name: string): string =>
	name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
