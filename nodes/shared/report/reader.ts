import type { Refusal } from '../problem';
import type { Bytes } from './bytes';
import { cutOff, interrupted, type Place, ReportRowRefusal } from './refusals';
import { ByteWindow } from './window';

/** Reads a report piece by piece, and adds the place to its errors. */
export abstract class ReportReader {
	protected readonly window: ByteWindow;
	protected rows = 0;

	/** `first`: how many bytes to wait for before the first look. */
	constructor(first = 0) {
		this.window = new ByteWindow(first);
	}

	async read(bytes: Bytes): Promise<void> {
		const { window } = this;
		/** A failure while waiting for bytes is not one of the report's content. */
		let isWaiting = true;
		try {
			for await (const chunk of bytes) {
				if (!window.append(chunk)) continue;
				isWaiting = false;
				if (!this.readOn(false)) return;
				window.discard();
				isWaiting = true;
			}
			isWaiting = false;
			if (this.readOn(true)) this.finish();
		} catch (error) {
			throw isWaiting ? interrupted(error, this.place(window.end)) : this.placed(error);
		}
	}

	/** False when no more is wanted. */
	protected abstract readOn(isLast: boolean): boolean;
	protected abstract finish(): void;

	protected get position(): number {
		return this.window.position;
	}

	protected placed(error: unknown): unknown {
		return error instanceof ReportRowRefusal ? error.at(this.place(this.position + 1)) : error;
	}

	protected cutOff(reason: string): Refusal {
		return cutOff(this.place(this.window.end), reason);
	}

	private place(position: number): Place {
		return { row: this.rows + 1, byte: this.window.passed + position };
	}
}
