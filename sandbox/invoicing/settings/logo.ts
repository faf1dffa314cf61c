import { invalidImage } from '../refusals';

const LARGEST = 1024 * 1024;

/** How the files begin: the content decides, there is no file name. */
const SIGNATURES: ReadonlyArray<{ type: string; starts: readonly string[] }> = [
	{ type: 'image/gif', starts: ['474946383761', '474946383961'] },
	{ type: 'image/jpeg', starts: ['ffd8ff'] },
	{ type: 'image/png', starts: ['89504e470d0a1a0a'] },
];

/** The data URI of a logo sent as Base64. */
export function logoDataUri(base64: string): string {
	const text = base64.replace(/\s/g, '');
	if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) {
		throw invalidImage('must be a Base64-encoded image');
	}
	const bytes = Buffer.from(text, 'base64');
	if (bytes.length > LARGEST) {
		throw invalidImage(`must be at most 1 MB, and has ${bytes.length} bytes`);
	}
	const start = bytes.subarray(0, 8).toString('hex');
	const format = SIGNATURES.find(({ starts }) => starts.some((each) => start.startsWith(each)));
	if (!format) throw invalidImage('must be a gif, jpg or png image');
	return `data:${format.type};base64,${text}`;
}
