import { addProblemsOfOtherFields, error, readAll, refusal } from '../../nodes/shared/problem';

it('a problem of a field in one line hides none of the same field in another line', () => {
	const [first, second] = [1, 2].map((line) => error('Unit Price', 'is required', line));
	expect(addProblemsOfOtherFields([first], [first, second])).toEqual([first, second]);
});

it('all that is wrong is one refusal, with each advice once', () => {
	const refuse = (field: string, advice: string) => () => {
		throw refusal('is wrong', advice, field);
	};
	const readers = { a: refuse('A', 'Look.'), b: refuse('B', 'Look.'), c: refuse('C', 'Ask.') };
	expect(() => readAll(readers)).toThrow(
		expect.objectContaining({
			...{ texts: ['A: is wrong', 'B: is wrong', 'C: is wrong'], advice: 'Look. Ask.' },
		}),
	);
});
