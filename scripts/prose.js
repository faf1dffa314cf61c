'use strict';

const ts = require('typescript');

/** How many words a sentence may have, and how many characters a line of prose. */
const LONGEST_SENTENCE = 30;
const LONGEST_LINE = 500;

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
		}
	}
	return flaws;
};

const textOf = (node) => {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return '';
	return [node.head, ...node.templateSpans.map(({ literal }) => literal)]
		.map(({ text }) => text)
		.join('…');
};

/** Texts in code that people may read: those with a space between words. */
function textsOf(source) {
	const file = ts.createSourceFile('code.ts', source, ts.ScriptTarget.Latest);
	const texts = [];
	const visit = (node) => {
		const text = textOf(node);
		if (/\p{L} \p{L}/u.test(text)) {
			const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
			texts.push({ line: line + 1, text });
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return texts;
}

/** What is hard to read in the sentences that code shows; HTML and CSS are none. */
exports.flawsInShown = (source) =>
	textsOf(source)
		.filter(({ text }) => /[A-Za-z]+ [a-z]+ [a-z]+/.test(text) && !text.includes('<'))
		.flatMap(({ line, text }) =>
			text
				.split(/[.!?;](?:\s|$)/)
				.filter((sentence) => wordsIn(sentence).length > LONGEST_SENTENCE)
				.map((sentence) => `${line}: more than ${LONGEST_SENTENCE} words: ${sentence}`),
		);
