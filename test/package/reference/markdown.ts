/** A table without padding: nobody edits a generated page, and the padding of a long cell is in every row. */
export const table = (rows: readonly string[][]): string => {
	const [head, ...body] = rows.map((cells) => `| ${cells.map(cell).join(' | ')} |`);
	return [head, `|${' --- |'.repeat(rows[0].length)}`, ...body].join('\n');
};

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');

export const code = (names: readonly string[]): string =>
	names.map((name) => `\`${name}\``).join(', ');

export const page = (title: string, introduction: string, ...sections: string[]): string =>
	`${[`# ${title}`, GENERATED, introduction, ...sections].join('\n\n')}\n`;

const GENERATED =
	'<!-- Written by npm run reference. Change the descriptions in the code instead. -->';
