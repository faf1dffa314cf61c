const LINE_FEED = 10;
const ROOT = /<([\p{L}_][^\s/>]*)/u;

/**
 * Whether a report whose end nothing else shows ends as a whole one does, as far as its first and last bytes tell:
 * XML with the end of its root, CSV with the end of a line.
 */
export function endsAsWhole({ first, last }: { first: Uint8Array; last: Uint8Array }): boolean {
	if (last.length === 0) return true;
	const start = Buffer.from(first).toString('utf8').trimStart();
	if (!start.startsWith('<')) return last[last.length - 1] === LINE_FEED;
	const root = ROOT.exec(start)?.[1] ?? '';
	const end = Buffer.from(last).toString('utf8').trimEnd();
	return end.endsWith(`</${root}>`);
}
