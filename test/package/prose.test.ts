import { flawsInCode, flawsOf } from '../../scripts/prose';

const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');

describe('The check of prose', () => {
	it('accepts a sentence of 30 words, and not one of 31', () => {
		expect(flawsOf(`${words(30)}.`)).toEqual([]);
		expect(flawsOf(`${words(31)}.`)).toEqual([expect.stringMatching(/^1: 31 words/)]);
	});

	it('counts each sentence, cell and entry of a list by itself', () => {
		const half = words(16);
		expect(flawsOf(`${half}. ${half}.`)).toEqual([]);
		expect(flawsOf(`| ${half} | ${half} |`)).toEqual([]);
		expect(flawsOf(`- ${half}\n- ${half}`)).toEqual([]);
	});

	it('reads the lines of a paragraph as one', () => {
		expect(flawsOf(`${words(16)}\n${words(16)}.`)).toHaveLength(1);
	});

	it('accepts a line of 500 characters, and not one of 501', () => {
		const sentence = `${'a'.repeat(49)}. `;
		expect(flawsOf(sentence.repeat(10).slice(0, 500))).toEqual([]);
		expect(flawsOf(sentence.repeat(10).slice(0, 500) + 'b')).toEqual([
			expect.stringContaining('501 characters'),
		]);
	});

	it('knows phrases that nobody says, and what to write instead', () => {
		expect(flawsOf('The user is told.')).toEqual([expect.stringContaining('"is told"')]);
		expect(flawsOf('You see a message.')).toEqual([]);
	});

	it('leaves code and comments alone', () => {
		expect(flawsOf(`\`\`\`\n${words(40)}\n\`\`\`\n\n<!-- ${words(40)} -->`)).toEqual([]);
		expect(flawsOf(`\`${words(40)}\``)).toEqual([]);
	});

	it('finds the same phrases in the comments and texts of code, and nowhere else', () => {
		const flaw = expect.stringMatching(/^2: "is told"/) as string;
		expect(flawsInCode('\n/** The user is told. */\nconst told = 1;')).toEqual([flaw]);
		expect(flawsInCode("\nconst words = 'The user is told';")).toEqual([flaw]);
		expect(flawsInCode('\nconst words = `The user is told by ${name}`;')).toEqual([flaw]);
		expect(flawsInCode("const is_told = 'told'; // The user sees it.")).toEqual([]);
	});
});
