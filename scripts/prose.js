'use strict';

const ts = require('typescript');

/** How many words a sentence may have, and how many characters a line of prose. */
const LONGEST_SENTENCE = 30;
const LONGEST_LINE = 500;

/** What reads like a translation or a metaphor, on pages and in code, each with what to write instead. */
const PHRASES = [
	[/\b(is|are|was|were|be) told\b/i, 'say who learns it: "you see", "the error says"'],
	[/\btells? of\b/i, '"reports"'],
	[/\bin silence\b|\bwithout a word\b/i, '"without an error"'],
	[/\banew\b/i, '"again"'],
	[/\bdoubtful\b/i, '"uncertain" or "may be wrong"'],
	[/\bbears? the\b/i, '"has the"'],
	[/\bfailed inside\b/i, '"had an internal error"'],
	[/\bmended\b|\bmends?\b/i, '"fixed"'],
	[/\bwhoever\b/i, '"anyone who"'],
	[/\blikewise\b|\bthereby\b|\bherein\b/i, 'a plain word'],
	[/\bmeets? the\b/i, '"finds the"'],
	[/\bset off\b|\bsets off\b/i, '"starts"'],
	[/\bas it stands\b|\bas they stand\b/i, '"as it is", "unchanged"'],
	[/\bworks out\b|\bworked out\b/i, '"calculates"'],
	[/\bas it came\b|\bas they came\b/i, '"unchanged"'],
];

/** On pages only: in code these have other meanings too. */
const PAGE_PHRASES = [
	...PHRASES,
	[/\brooms? of\b|\bof the house\b|\bwalls?\b(?!-)/i, 'the usual word: "folders", "rules"'],
	[/\bmeanwhile\b/i, '"in the meantime", or say when'],
	[/\bof (yours|its own|their own)\b/i, '"your own …", "its own …"'],
	[/\bso many\b/i, '"that many", or the number'],
	[/\bin their turn\b|\bhad in\b/i, 'a plain word'],
	[/\blays? .{0,40}\bover\b/i, '"applies"'],
];

/** In texts that the nodes and the sandbox show: in comments these have other meanings too. */
const SHOWN_PHRASES = [
	[
		/\b(told apart|bears?|cannot be had|is had|as good as|all the same|lest|whilst|perhaps|meanwhile|yet another|is fine too)\b/i,
		'a plain word',
	],
	[
		/\b(hand(s|ed)? over|handing over|stands? (in|on|before|for|there|either|as))\b/i,
		'a plain word',
	],
	[
		/\b(stood still|at present|so many|by itself|goes on|go on with|if it stays so)\b/i,
		'a plain word',
	],
	[/\b(belongs into|hold no worker|for good|broke off)\b/i, 'a plain word'],
	[
		// cspell:disable-next-line
		/\b(\w*(colour|favour|honour|behaviour|catalogue|licence)\w*|cancell(ed|ing)|centre|grey)\b/i,
		'American spelling',
	],
	[
		// cspell:disable-next-line
		/\b\w*(normalis|neutralis|authoris|recognis|organis|minimis|summaris)(e|ation)/i,
		'American spelling',
	],
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

const wordsToAvoid = (line, text, phrases) =>
	phrases.flatMap(([phrase, instead]) => {
		const [found] = phrase.exec(text) ?? [];
		return found === undefined ? [] : [`${line}: "${found}", better ${instead}`];
	});

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
			flaws.push(...wordsToAvoid(line, sentence, PAGE_PHRASES));
		}
	}
	return flaws;
};

/** The comments of TypeScript or JavaScript, each with its line. */
function commentsOf(source) {
	const file = ts.createSourceFile('code.ts', source, ts.ScriptTarget.Latest);
	const comments = new Map();
	const visit = (node) => {
		for (const rangesAt of [
			ts.getLeadingCommentRanges(source, node.pos),
			ts.getTrailingCommentRanges(source, node.end),
		]) {
			for (const { pos, end } of rangesAt ?? []) comments.set(pos, source.slice(pos, end));
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return [...comments].map(([pos, text]) => ({
		line: file.getLineAndCharacterOfPosition(pos).line + 1,
		text: text.replace(/\n\s*(\*|\/\/)?\s*/g, ' '),
	}));
}

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
		.flatMap(({ line, text }) => {
			const isLong = (sentence) => wordsIn(sentence).length > LONGEST_SENTENCE;
			const long = text.split(/[.!?;](?:\s|$)/).filter(isLong);
			return [
				...long.map((sentence) => `${line}: more than ${LONGEST_SENTENCE} words: ${sentence}`),
				...wordsToAvoid(line, text, SHOWN_PHRASES),
			];
		});

/** What to say otherwise in the comments and texts of code. */
exports.flawsInCode = (source) =>
	[...commentsOf(source), ...textsOf(source)].flatMap(({ line, text }) =>
		wordsToAvoid(line, text, PHRASES),
	);
