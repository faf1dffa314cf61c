import Decimal from 'decimal.js';
import fc from 'fast-check';
import { parse } from 'lossless-json';

import { parseEnteredJson, parseExactJson } from '../../nodes/shared/exactJson';
import { format } from '../../nodes/shared/money';
import { fuzz } from './fuzz';

const Exact = Decimal.clone({ precision: 200, toExpNeg: -1000, toExpPos: 1000 });

const amount = fc
	.tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat(20))
	.map(([units, scale]) => format({ units, scale }));

const number = fc.oneof(
	fc.integer().map(String),
	fc.bigInt().map(String),
	amount,
	fc.tuple(amount, fc.integer({ min: -30, max: 30 })).map(([text, power]) => `${text}e${power}`),
);

/** JSON as text, with numbers that JavaScript does not have. */
const { json } = fc.letrec<{ json: string }>((tie) => ({
	json: fc.oneof(
		{ maxDepth: 4 },
		number,
		fc.string().map((text) => JSON.stringify(text)),
		fc.constantFrom('true', 'false', 'null', '""', '"1.50"', '"\\\\"', '"\\"1.50"'),
		fc.array(tie('json'), { maxLength: 4 }).map((list) => `[${list.join(' , ')}]`),
		fc
			.uniqueArray(fc.tuple(fc.string({ maxLength: 4 }), tie('json')), {
				maxLength: 4,
				selector: ([name]) => name,
			})
			.map(
				(entries) =>
					`{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`,
			),
	),
}));

/** Before what is a number; no text begins so. */
const NUMBER = '\0';

/** Every number as the digits that stand in the text. */
const digits = (text: string): unknown =>
	JSON.parse(JSON.stringify(parse(text, null, (value) => `${NUMBER}${value}`)));

/** The same for what we read: a number is one that JavaScript writes as it was, else it is text. */
const shown = (value: unknown): unknown => {
	if (typeof value === 'number') return `${NUMBER}${value}`;
	if (Array.isArray(value)) return value.map(shown);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shown(inner)]));
};

describe('JSON', () => {
	fuzz('loses no digit of any number', json, (text) => {
		compareExactly(shown(parseExactJson(text)), digits(text));
		compareExactly(shown(parseEnteredJson(text)), digits(text));
	});

	fuzz(
		'is refused where JSON.parse refuses it',
		fc.tuple(json, fc.nat(60), fc.string({ maxLength: 2 })),
		([text, at, more]) => {
			const spoiled = `${text.slice(0, at)}${more}${text.slice(at + 1)}`;
			expect(outcomeOf(() => parseExactJson(spoiled))).toBe(outcomeOf(() => JSON.parse(spoiled)));
		},
	);
});

const outcomeOf = (read: () => unknown): string => {
	try {
		read();
		return 'read';
	} catch (error) {
		return (error as Error).name;
	}
};

function compareExactly(read: unknown, wanted: unknown): void {
	if (typeof wanted === 'string' && wanted.startsWith(NUMBER)) {
		const text = String(read).replace(NUMBER, '');
		expect(new Exact(text).eq(new Exact(wanted.slice(1)))).toBe(true);
		return;
	}
	if (typeof wanted !== 'object' || wanted === null) {
		expect(read).toEqual(wanted);
		return;
	}
	expect(Object.keys(read as object)).toEqual(Object.keys(wanted));
	for (const [name, inner] of Object.entries(wanted)) {
		compareExactly((read as Record<string, unknown>)[name], inner);
	}
}
