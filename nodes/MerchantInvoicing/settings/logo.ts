import type { Checked } from '../../shared/problem';
import { error } from '../../shared/problem';

/** At most 1 MB, of the image itself. */
export const MOST_LOGO_BYTES = 1024 * 1024;

/** What a file of each format begins with; its name says nothing for sure. */
const SIGNATURES: Record<string, readonly number[][]> = {
	gif: [
		[0x47, 0x49, 0x46, 0x38, 0x37, 0x61],
		[0x47, 0x49, 0x46, 0x38, 0x39, 0x61],
	],
	jpg: [[0xff, 0xd8, 0xff]],
	png: [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
};

const beginsWith = (bytes: Uint8Array, signature: readonly number[]) =>
	signature.every((byte, index) => bytes[index] === byte);

const wrong = (message: string): Checked<never> => ({ problems: [error('Logo', message)] });

/** The image in Base64. */
export function readLogo(bytes: Uint8Array): Checked<string> {
	if (bytes.length === 0) return wrong('is empty');
	if (bytes.length > MOST_LOGO_BYTES) {
		const size = (bytes.length / MOST_LOGO_BYTES).toFixed(2);
		return wrong(
			`${size} MB is too large. A logo may have 1 MB (${MOST_LOGO_BYTES} bytes) at most`,
		);
	}
	const known = Object.values(SIGNATURES).flat();
	if (!known.some((signature) => beginsWith(bytes, signature))) {
		return wrong('is not a GIF, JPG or PNG image by its content, whatever its name says');
	}
	return { value: Buffer.from(bytes).toString('base64') };
}
