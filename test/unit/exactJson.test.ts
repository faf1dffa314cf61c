import {
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
	['-1.50e2', '-150'],
	['1.0E-2', '0.010'],
	['1E7', 10_000_000],
	['1.5e99999', '1.5e99999'],
])('%s is read as %j', (text, read) => {
	expect(parseExactJson(text)).toEqual(read);
});

it('sends a number back as the service wrote it, and shows it in plain digits', () => {
	const answer = parseToSendBack('{"amount":1.23456789E7}');
	expect(writeExactJson(answer)).toBe('{"amount":1.23456789E7}');
	expect(withNumbersAsText(answer)).toEqual({ amount: '12345678.9' });
});
