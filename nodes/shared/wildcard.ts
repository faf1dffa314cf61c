/**
 * Whether a text fits a pattern in which * stands for any characters; upper and lower case are the same. Each part
 * between two stars is looked for once, so that no pattern takes long.
 */
export function fits(pattern: string, text: string): boolean {
	const [first, ...others] = pattern.toLowerCase().split('*');
	const whole = text.toLowerCase();
	const last = others.pop();
	if (last === undefined) return whole === first;
	if (!whole.startsWith(first)) return false;
	let at = first.length;
	for (const part of others) {
		const found = whole.indexOf(part, at);
		if (found < 0) return false;
		at = found + part.length;
	}
	return whole.length - last.length >= at && whole.endsWith(last);
}
