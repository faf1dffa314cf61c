/** With columns of one width, as Prettier wants them: so a table can be pasted into the pages as it is. */
export function markdownTable(heads: readonly string[], rows: readonly string[][]): string {
	const widths = heads.map((_, column) =>
		Math.max(3, ...[heads, ...rows].map((cells) => cells[column].length)),
	);
	const line = (cells: readonly string[]): string =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
	const rule = widths.map((width) => '-'.repeat(width));
	return [heads, rule, ...rows].map(line).join('\n');
}
