import type { Refusal } from '../problem';
import type { Bytes } from './bytes';
import { cutOff, type Place, placed } from './refusals';
import { ByteWindow } from './window';

/** Reads a report piece by piece, and says where it is when something is wrong. */
export abstract class ReportReader {
	protected readonly window = new ByteWindow();
	protected rows = 0;

	/** Reads to the end, or until no more is wanted. */
	async read(bytes: Bytes): Promise<void> {
		try {
			for await (const chunk of bytes) {
				if (!this.take(chunk)) return;
			}
			this.finish();
		} catch (error) {
			throw this.placed(error);
		}
	}

	/** False when no more is wanted. */
	protected abstract take(chunk: Uint8Array): boolean;
	protected abstract finish(): void;
	/** Where in the window it is. */
	protected abstract get position(): number;

	protected placed(error: unknown): Error {
		return placed(error, this.place(this.position + 1), this.place(this.window.end));
	}

	protected cutOff(reason: string): Refusal {
		return cutOff(this.place(this.window.end), reason);
	}

	private place(position: number): Place {
		return { row: this.rows + 1, byte: this.window.passed + position };
	}
}
