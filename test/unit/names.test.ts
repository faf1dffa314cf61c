import { matchesPattern, parseNames, toTitle } from '../../nodes/shared/text';

describe('A list of names', () => {
	it.each<[string, unknown, string[]]>([
		['names between commas', 'Daily, Weekly ,Monthly', ['Daily', 'Weekly', 'Monthly']],
		['names on lines of their own', 'Daily\nWeekly\r\nMonthly\n', ['Daily', 'Weekly', 'Monthly']],
		['a name in quotes, with a comma in it', 'Daily, "Sales, EU"', ['Daily', 'Sales, EU']],
		['a name in quotes, with a line end in it', '"Sales\nEU",Daily', ['Sales\nEU', 'Daily']],
		['names in quotes on lines of their own', '"Sales, EU" \n "Daily"', ['Sales, EU', 'Daily']],
		['a doubled quote within quotes as one', '"The ""big"" one, EU"', ['The "big" one, EU']],
		['a quote within a name as a part of it', '5" pipe, 6" pipe', ['5" pipe', '6" pipe']],
		['a quote that is not closed as a part of the name', '"Sales, EU', ['"Sales', 'EU']],
		['quotes that enclose a part of a name as parts of it', '"EU" Sales', ['"EU" Sales']],
		['a list that an expression gives', ['Sales, EU', ' Daily '], ['Sales, EU', 'Daily']],
		['numbers that an expression gives', [1001, 1002], ['1001', '1002']],
		['one number', 1001, ['1001']],
		['each name once, where it comes first', 'B, A, B, "A"', ['B', 'A']],
		['no empty names', ' , ,"",\n', []],
		['nothing in an empty text', '', []],
		['nothing where nothing is given', undefined, []],
	])('has %s', (_, value, names) => {
		expect(parseNames(value)).toEqual(names);
	});

	it.each([{ name: 'Daily' }, true])('refuses %p, which would count as no name', (value) => {
		expect(() => parseNames(value, 'Names')).toThrow(
			expect.objectContaining({
				message: `Names: names must be text or a list, not ${JSON.stringify(value)}`,
				advice: 'An expression gives this value. Correct it, or leave the field empty.',
			}),
		);
	});
});

it.each([
	['vatRegistrationNumber', 'VAT Registration Number'],
	['submitTimeUtc', 'Submit Time UTC'],
	['productSku', 'Product SKU'],
	['sentOnDate', 'Sent on Date'],
])('the field %s is called %s', (name, title) => {
	expect(toTitle(name)).toBe(title);
});

it.each<[string, string, boolean]>([
	['DAILY*', 'Daily Report', true],
	['a.c', 'abc', false],
])('the pattern %s fits the name %s: %s', (pattern, text, expected) => {
	expect(matchesPattern(pattern, text)).toBe(expected);
});

it('a pattern fits as a regular expression says, each of up to four characters', () => {
	const wordsOf = (letters: string[], length: number): string[] =>
		length === 0
			? ['']
			: ['', ...wordsOf(letters, length - 1).flatMap((word) => letters.map((one) => one + word))];
	for (const pattern of wordsOf(['a', 'b', '*'], 4)) {
		const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
		for (const text of wordsOf(['a', 'b'], 4))
			expect([pattern, text, matchesPattern(pattern, text)]).toEqual([
				pattern,
				text,
				expression.test(text),
			]);
	}
});
