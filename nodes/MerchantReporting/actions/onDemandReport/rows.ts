import type { IDataObject } from 'n8n-workflow';

import { format, parseServiceAmount } from '../../../shared/money';

const IS_AMOUNT = /amount$/i;

/** An amount as text: exact, and of one kind in every row. Anything else stays as it is. */
export const exactIfAmount = (key: string, value: unknown): unknown => {
	const hasExponent = typeof value === 'string' && /\de/i.test(value);
	if (!IS_AMOUNT.test(key) || !(hasExponent || typeof value === 'number')) return value;
	const decimal = parseServiceAmount(value);
	return decimal === undefined ? value : format(decimal);
};

export const withExactAmounts = (row: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(row).map(([key, value]) => [key, exactIfAmount(key, value)]),
	) as IDataObject;
