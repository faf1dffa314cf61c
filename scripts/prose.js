'use strict';

/** How many words a sentence may have, and how many characters a line of prose. */
const LONGEST_SENTENCE = 30;
const LONGEST_LINE = 500;

/** What reads like a translation or a metaphor, each with what to write instead. */
const PHRASES = [
	[/\b(is|are|was|were|be) told\b/i, 'say who learns it: "you see", "the error says"'],
	[/\btells? of\b/i, '"reports"'],
	[/\bin silence\b|\bwithout a word\b/i, '"without an error"'],
	[/\banew\b/i, '"again"'],
	[/\bdoubtful\b/i, '"uncertain" or "may be wrong"'],
	[/\bbears? the\b/i, '"has the"'],
	[/\bfailed inside\b/i, '"had an internal error"'],
	[/\brooms? of\b|\bof the house\b|\bwalls?\b(?!-)/i, 'the usual word: "folders", "rules"'],
	[/\bmended\b|\bmends?\b/i, '"fixed"'],
	[/\blays? .{0,40}\bover\b/i, '"applies"'],
	[/\bwhoever\b/i, '"anyone who"'],
	[/\blikewise\b|\bthereby\b|\bherein\b/i, 'a plain word'],
	[/\bmeets? the\b/i, '"finds the"'],
	[/\bin their turn\b|\bhad in\b/i, 'a plain word'],
	[/\bmeanwhile\b/i, '"in the meantime", or say when'],
	[/\bset off\b|\bsets off\b/i, '"starts"'],
	[/\bas it stands\b|\bas they stand\b/i, '"as it is", "unchanged"'],
	[/\bworks out\b|\bworked out\b/i, '"calculates"'],
	[/\bof (yours|its own|their own)\b/i, '"your own …", "its own …"'],
	[/\bso many\b/i, '"that many", or the number'],
	[/\bas it came\b|\bas they came\b/i, '"unchanged"'],
];

const withoutCode = (text) =>
	text
		.replace(/^( *)```.*?^\1```$/gms, (block) => block.replace(/[^\n]/g, ''))
		.replace(/<!--.*?-->/gs, (comment) => comment.replace(/[^\n]/g, ''));

/** What a reader sees of Markdown: `code` is one word, a link is its text. */
const spoken = (text) =>
	text
		.replace(/`[^`]*`/g, 'code')
		.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/[*_>#]+/g, ' ')
		.replace(/\b(e\.g|i\.e|etc|vs)\./g, '$1')
		.trim();

const wordsIn = (sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

const sentencesOf = (text) => spoken(text).split(/(?<=[.!?…]["”)]*)\s+|\n/);

const isRow = (line) => line.trimStart().startsWith('|');
const cellsOf = (line) =>
	line
		.split(/(?<!\\)\|/)
		.map((cell) => cell.trim())
		.filter((cell) => cell !== '');

/** What the lines hold to be read as one: a paragraph, an entry of a list, a cell of a table. */
function passagesOf(lines) {
	const passages = [];
	let open;
	lines.forEach((line, index) => {
		if (isRow(line)) {
			open = undefined;
			for (const cell of cellsOf(line)) passages.push({ line: index + 1, text: cell });
		} else if (line.trim() === '') {
			open = undefined;
		} else if (open === undefined || /^\s*([-*#>]|\d+\.)\s/.test(line)) {
			open = { line: index + 1, text: line };
			passages.push(open);
		} else {
			open.text += ` ${line.trim()}`;
		}
	});
	return passages;
}

/** What is hard to read on a page: "12: 34 words: The node …" */
exports.flawsOf = (page) => {
	const lines = withoutCode(page).split('\n');
	const flaws = lines.flatMap((line, index) => {
		const length = isRow(line) ? cellsOf(line).join(' ').length : line.length;
		return length > LONGEST_LINE ? [`${index + 1}: ${length} characters in one line`] : [];
	});
	for (const { line, text } of passagesOf(lines)) {
		for (const sentence of sentencesOf(text)) {
			const { length } = wordsIn(sentence);
			if (length > LONGEST_SENTENCE) flaws.push(`${line}: ${length} words: ${sentence}`);
			for (const [phrase, instead] of PHRASES) {
				const [found] = phrase.exec(sentence) ?? [];
				if (found !== undefined) flaws.push(`${line}: "${found}", better ${instead}`);
			}
		}
	}
	return flaws;
};
