import { parseExactJson } from '../../nodes/shared/exactJson';

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
])('%s is read as %j', (text, read) => {
	expect(parseExactJson(text)).toEqual(read);
});
