import type { Bytes } from './bytes';
import { startsAsGzip, unzipped } from './gzip';

const KEPT = 1024;
const LINE_ENDS = [10, 13];
const MARK = /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/;
const BEFORE_ROOT = /^(?:\s|<\?[^>]*>|<!--(?:(?!-->)[^])*-->|<![^>]*>)*/;
const ROOT = /^<([^\s/>]+)/;
const EMPTY_ROOT = /^<[^>]*\/>/;

/** Without its zeros, UTF-16 reads like ASCII. */
const textOf = (bytes: Buffer): string => bytes.toString('latin1').replaceAll('\0', '');

/** Without the blanks and comments after the root. */
function withoutTrailer(text: string): string {
	const end = text.trimEnd();
	const comment = end.endsWith('-->') ? end.lastIndexOf('<!--') : -1;
	return comment < 0 ? end : withoutTrailer(end.slice(0, comment));
}

/** Passes a file on as it is, and remembers how it ends. A zipped one that does not come to its end is an error. */
export class FileEnd {
	private last = Buffer.alloc(0);

	/** `head`: how the file begins. */
	constructor(private readonly head: Buffer) {}

	async *follow(file: Bytes): Bytes {
		for await (const chunk of startsAsGzip(this.head) ? insistingOnEnd(file) : file) {
			this.last = Buffer.concat([this.last.subarray(-KEPT), chunk.subarray(-KEPT)]);
			yield chunk;
		}
	}

	/** `whole`: the file itself shows its end; `cut`: it is XML, and does not; else: CSV with or without a line end. */
	get kind(): 'whole' | 'cut' | 'lineEnd' | 'openLine' {
		if (startsAsGzip(this.head)) return 'whole';
		const start = textOf(this.head).replace(MARK, '').replace(BEFORE_ROOT, '');
		if (start.startsWith('<')) {
			const root = ROOT.exec(start)?.[1] ?? '';
			const end = withoutTrailer(textOf(this.last));
			return end.endsWith(`</${root}>`) || EMPTY_ROOT.test(start) ? 'whole' : 'cut';
		}
		const byte = this.last.findLast((one) => one !== 0);
		return byte === undefined || LINE_ENDS.includes(byte) ? 'lineEnd' : 'openLine';
	}
}

/** A zipped file as it is; it is unzipped on its way, only to see that it comes to its end. */
async function* insistingOnEnd(file: Bytes): Bytes {
	let passed: Uint8Array[] = [];
	const seen = async function* (): Bytes {
		for await (const chunk of file) {
			passed.push(chunk);
			yield chunk;
		}
	};
	const pieces = unzipped(seen())[Symbol.asyncIterator]();
	for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
		yield* passed;
		passed = [];
	}
	yield* passed;
}
