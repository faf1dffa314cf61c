import {
	parseEnteredJson,
	parseExactJson,
	parseToSendBack,
	withNumbersAsText,
	writeExactJson,
} from '../../nodes/shared/exactJson';

it.each(['0012.50', '-012.50', '[01234567890123456789]', '{"a":00.5}'])(
	'%s is refused, as JSON has no number with zeros before it',
	(text) => {
		expect(() => parseExactJson(text)).toThrow(SyntaxError);
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
	['[0e99999,0E0,-0]', [0, 0, -0]],
	['{"a":"1e400","b":":1e400"}', { a: '1e400', b: ':1e400' }],
])('%s is read as %j', (text, read) => {
	expect(parseExactJson(text)).toEqual(read);
});

it('sends a number back as the service wrote it, and shows it in plain digits', () => {
	const answer = parseToSendBack('{"amount":1.23456789E7}');
	expect(writeExactJson(answer)).toBe('{"amount":1.23456789E7}');
	expect(withNumbersAsText(answer)).toEqual({ amount: '12345678.9' });
});

it('sends back a number that JavaScript cannot hold as the service wrote it', () => {
	const answer = parseToSendBack('{"a":1e400,"b":-1E-400,"c":1E1000}');
	expect(writeExactJson(answer)).toBe('{"a":1e400,"b":-1E-400,"c":1E1000}');
});

it.each([
	['1e400', '1' + '0'.repeat(400)],
	['1e-400', `0.${'0'.repeat(399)}1`],
	['1E1000', '1E1000'],
	['1.5E3', 1500],
	['0.10', 0.1],
	['1e-7', 1e-7],
])('what a user entered, %s, is read without a loss', (text, read) => {
	expect(parseEnteredJson(text)).toEqual(read);
});
