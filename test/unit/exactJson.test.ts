import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { parse } from 'lossless-json';
import {
	parseEnteredJson,
	parseJsonKeepingDigits,
	parseJsonToSendBack,
	readJsonField,
	exactNumbersToText,
	stringifyExactJson,
} from '../../nodes/shared/exactJson';
import { format } from '../../nodes/shared/money';
import { cases } from '../support/long';

it.each(['0012.50', '-012.50', '[01234567890123456789]', '{"a":00.5}'])(
	'%s is refused, as JSON has no number with zeros before it',
	(text) => {
		expect(() => parseJsonKeepingDigits(text)).toThrow(SyntaxError);
	},
);

it.each([
	['0.50', '0.50'],
	['-0.5', '-0.5'],
	['[10.20,0]', ['10.20', 0]],
	['12345678901234567890', '12345678901234567890'],
	['1.23456789E7', '12345678.9'],
	['-1.50e2', -150],
	['1.0E2', 100],
	['1.0E-2', '0.010'],
	['12E-1', '1.2'],
	['1E7', 10_000_000],
	['[-1E+7]', [-10_000_000]],
	['{"a":1e400}', { a: `1${'0'.repeat(400)}` }],
	['{"a":[-1e400]}', { a: [`-1${'0'.repeat(400)}`] }],
	['1e400', `1${'0'.repeat(400)}`],
	['{"a": 1e-400}', { a: `0.${'0'.repeat(399)}1` }],
	['1E21', '1000000000000000000000'],
	['9.007199254740993E15', '9007199254740993'],
	['5e-324', `0.${'0'.repeat(323)}5`],
	['1.5e99999', '1.5e99999'],
	['1E-99999', '1E-99999'],
	['[1,1e+400]', [1, `1${'0'.repeat(400)}`]],
	['[0e99999,0E0,-0]', [0, 0, -0]],
	['{"a":"1e400","b":":1e400"}', { a: '1e400', b: ':1e400' }],
])('%s is read as %j', (text, read) => {
	expect(parseJsonKeepingDigits(text)).toEqual(read);
});

it('sends a number back as the service wrote it, and shows it in plain digits', () => {
	const text = '{"amount":1.23456789E7,"a":1e400,"b":-1E-400,"c":1E1000}';
	const answer = parseJsonToSendBack(text);
	expect(stringifyExactJson(answer)).toBe(text);
	expect(exactNumbersToText(answer)).toMatchObject({ amount: '12345678.9', c: '1E1000' });
});

it.each([
	['1e400', '1' + '0'.repeat(400)],
	['1e-400', `0.${'0'.repeat(399)}1`],
	['1E1000', '1E1000'],
	['1.5E3', 1500],
	['0.10', 0.1],
	['1e-7', 1e-7],
	['0.000000000000001', 1e-15],
	['123456789012.345', 123456789012.345],
])('what a user entered, %s, is read without a loss', (text, read) => {
	expect(parseEnteredJson(text)).toEqual(read);
});

it('a JSON field with nothing but blanks is empty, and of another its mistake is found', () => {
	expect(readJsonField('Filters (JSON)', ' \n')).toEqual({ value: undefined });
	const message = "not valid JSON at line 3, column 7: Object value expected after ':'";
	const problems = [{ field: 'Filters (JSON)', message }];
	const read = readJsonField('Filters (JSON)', '{\n "a": 1,\n "b": x }');
	expect(read).toMatchObject({ problems });
});

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

it('any JSON loses no digit of any number', () => {
	fc.assert(
		fc.property(json, (text) => {
			expectSame(shown(parseJsonKeepingDigits(text)), digits(text));
			expectSame(shown(parseEnteredJson(text)), digits(text));
		}),
		{ numRuns: cases(200) },
	);
});

it('any text is refused where JSON.parse refuses it', () => {
	const isRefused = (read: (text: string) => unknown, text: string): boolean => {
		try {
			read(text);
			return false;
		} catch (error) {
			if ((error as Error).name === 'SyntaxError') return true;
			throw error;
		}
	};
	fc.assert(
		fc.property(json, fc.nat(60), fc.string({ maxLength: 2 }), (text, at, more) => {
			const spoiled = `${text.slice(0, at)}${more}${text.slice(at + 1)}`;
			expect(isRefused(parseJsonKeepingDigits, spoiled)).toBe(isRefused(JSON.parse, spoiled));
		}),
		{ numRuns: cases(200) },
	);
});

function expectSame(read: unknown, wanted: unknown): void {
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
		expectSame((read as Record<string, unknown>)[name], inner);
	}
}
