import type { Refusal } from '../problem';
import type { Bytes } from './bytes';
import { cutOff, type Place, placed } from './refusals';
import { ByteWindow } from './window';

/** Reads a report piece by piece, and says where it is when something is wrong. */
export abstract class ReportReader {
	protected readonly window: ByteWindow;
	protected rows = 0;

	/** `first`: so many bytes are awaited before the first look at them. */
	constructor(first = 0) {
		this.window = new ByteWindow(first);
	}

	/** Reads to the end, or until no more is wanted. */
	async read(bytes: Bytes): Promise<void> {
		const { window } = this;
		try {
			for await (const chunk of bytes) {
				if (!window.append(chunk)) continue;
				if (!this.readOn(false)) return;
				window.discard();
			}
			if (this.readOn(true)) this.finish();
		} catch (error) {
			throw this.placed(error);
		}
	}

	/** Reads what the window has. False when no more is wanted. */
	protected abstract readOn(isLast: boolean): boolean;
	/** Checks that the report ended where it should. */
	protected abstract finish(): void;

	/** Where in the window it is. */
	protected get position(): number {
		return this.window.position;
	}

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
