import type { IBinaryData, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import { TransientRefusal } from '../problem';
import type { ByteStream, StreamClass } from '../transport/stream';

const XLSX = /spreadsheetml\.sheet$/;

/** "text/csv; charset=utf-8" becomes "text/csv". */
const plainMimeType = (mimeType: string): string => mimeType.split(';', 1)[0].trim().toLowerCase();

/** Has an extension, but no folders and no characters that Windows forbids or that reverse the text. */
function safeFileName(name: string, mimeType: string): string {
	const base = name
		.slice(0, 200)
		.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff<>:"/\\|?*]+/gu, '-')
		.replace(/^[\s.-]+|(?<![\s.])[\s.]+$/g, '');
	const extension = XLSX.test(mimeType) ? 'xlsx' : /(?:csv|xml|json)$/.exec(mimeType)?.[0];
	const named = base === '' ? 'report' : base;
	if (extension === undefined || named.toLowerCase().endsWith(`.${extension}`)) return named;
	return `${named}.${extension}`;
}

interface BytesToStore {
	bytes: Buffer | AsyncIterable<Uint8Array>;
	/** Without it, all bytes are held in memory. */
	streamClass?: StreamClass;
	fileName: string;
	mimeType: string;
}

/** An error of the source is thrown as it is: the storage is not to blame. */
export async function storeBytes(
	{ helpers }: IExecuteFunctions | IPollFunctions,
	{ bytes, streamClass, fileName, mimeType }: BytesToStore,
): Promise<IBinaryData> {
	const type = plainMimeType(mimeType);
	const failures: unknown[] = [];
	const noted = (error: unknown) => failures[failures.push(error) - 1];
	const followed = async function* (made: AsyncIterable<Uint8Array>) {
		try {
			yield* made;
		} catch (error) {
			throw noted(error);
		}
	};
	const all = Buffer.isBuffer(bytes) ? bytes : await streamed(followed(bytes), streamClass);
	try {
		return await helpers.prepareBinaryData(all, safeFileName(fileName, type), type);
	} catch (error) {
		throw failures.length > 0 ? failures[0] : notStored(error);
	}
}

async function streamed(
	bytes: AsyncIterable<Uint8Array>,
	streamClass?: StreamClass,
): Promise<ByteStream | Buffer> {
	if (streamClass !== undefined) return streamClass.from(bytes);
	const pieces: Uint8Array[] = [];
	for await (const piece of bytes) pieces.push(piece);
	return Buffer.concat(pieces);
}

export class StorageRefusal extends TransientRefusal {}

const notStored = (cause: unknown): StorageRefusal =>
	new StorageRefusal(
		`n8n could not store the file: ${cause instanceof Error ? cause.message : String(cause)}`,
		'Check the disk space, the permissions and the storage for binary data of your n8n, then run it again.',
	);
