const SPECIAL = /[&<>"\r]/;
const SPECIAL_IN_ATTRIBUTE = /[&<>"\r\n\t]/;
const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	'\r': '&#13;',
	'\n': '&#10;',
	'\t': '&#9;',
};

export function escapeXml(text: string): string {
	return SPECIAL.test(text) ? text.replace(/[&<>"\r]/g, (letter) => ENTITIES[letter]) : text;
}

export function attribute(name: string, value: string): string {
	const written = SPECIAL_IN_ATTRIBUTE.test(value)
		? value.replace(/[&<>"\r\n\t]/g, (letter) => ENTITIES[letter])
		: value;
	return ` ${name}="${written}"`;
}

export function element(name: string, value: string): string {
	return value === '' ? `<${name}/>` : `<${name}>${escapeXml(value)}</${name}>`;
}
