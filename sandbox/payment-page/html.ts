const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Markup that may go on a page as it is. */
export class Html {
	constructor(readonly markup: string) {}
}

type Content = Html | string | number | false | undefined | readonly Content[];

/** Markup from a template. What is put in is escaped, unless it is markup itself. */
export function html(pieces: TemplateStringsArray, ...parts: Content[]): Html {
	return new Html(
		pieces.reduce((markup, piece, index) => `${markup}${render(parts[index - 1])}${piece}`),
	);
}

function render(part: Content): string {
	if (part === undefined || part === false) return '';
	if (part instanceof Html) return part.markup;
	if (typeof part === 'object') return part.map(render).join('');
	return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character]);
}
