import { createHash } from 'crypto';

const CHECK = 12;

/** Text that a user passes on can be cut or changed. */
const checkOf = (kind: string, text: string): string =>
	createHash('sha256')
		.update(kind + text)
		.digest('base64url')
		.slice(0, CHECK);

/** `kind`: the kind of value and its version. */
export function encodeWithChecksum(kind: string, value: unknown): string {
	const text = Buffer.from(JSON.stringify(value)).toString('base64url');
	return checkOf(kind, text) + text;
}

/** Undefined if the text was changed. It is no signature: anyone can make the checksum. */
export function decodeWithChecksum<Value>(kind: string, entered: string): Value | undefined {
	const text = entered.slice(CHECK);
	return checkOf(kind, text) === entered.slice(0, CHECK)
		? (JSON.parse(Buffer.from(text, 'base64url').toString()) as Value)
		: undefined;
}
