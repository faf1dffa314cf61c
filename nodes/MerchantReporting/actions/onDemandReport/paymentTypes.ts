import type { INodePropertyOptions } from 'n8n-workflow';

const WORDS: Record<string, string> = {
	AX: 'American Express',
	DI: 'Discover',
	MC: 'Mastercard',
	DP: 'PIN-less Debit',
	VI: 'Visa',
};

export const paymentTypeInWords = (code: unknown): unknown =>
	typeof code === 'string' && Object.hasOwn(WORDS, code) ? WORDS[code] : code;

export const PAYMENT_TYPES: INodePropertyOptions[] = [
	{ name: 'All', value: 'ALL' },
	...Object.entries(WORDS).map(([code, words]) => ({ name: `${words} (${code})`, value: code })),
];
