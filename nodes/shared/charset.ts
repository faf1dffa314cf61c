const CHARSET = /charset\s*=\s*"?([^\s;"]+)/i;

/** The charset that a content type names, if any: "text/csv; charset=iso-8859-1". */
export const charsetIn = (contentType: string): string | undefined =>
	CHARSET.exec(contentType)?.[1].toLowerCase();

/**
 * The text of a body by the charset of its content type, else UTF-8. Undefined where the bytes are not in it:
 * text with replaced characters must not be shown as what the service holds, nor sent back to it.
 */
export function textOf(bytes: Uint8Array, contentType: string): string | undefined {
	try {
		return new TextDecoder(charsetIn(contentType) ?? 'utf-8', { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

/** The same for an error's body, of which readable parts are enough. */
export const readableTextOf = (bytes: Uint8Array, contentType: string): string =>
	textOf(bytes, contentType) ?? new TextDecoder('utf-8').decode(bytes);
