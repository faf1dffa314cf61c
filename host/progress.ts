const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** Says what is being done, for how long already, and how long it took. */
export class Progress {
	private readonly begun = Date.now();

	constructor(private readonly out: NodeJS.WriteStream = process.stdout) {}

	async step<T>(title: string, work: () => Promise<T>): Promise<T> {
		const begun = Date.now();
		const live = this.out.isTTY;
		this.out.write(live ? `… ${title}` : `… ${title}\n`);
		const tick = setInterval(
			() =>
				this.out.write(
					live ? `\r… ${title}  ${seconds(begun)}` : `  still at it, ${seconds(begun)}\n`,
				),
			live ? 1000 : 30_000,
		);
		try {
			const result = await work();
			this.out.write(`${live ? '\r\x1b[K' : ''}✓ ${title}  ${seconds(begun)}\n`);
			return result;
		} catch (error) {
			this.out.write(`${live ? '\r\x1b[K' : ''}✗ ${title}  ${seconds(begun)}\n`);
			throw error;
		} finally {
			clearInterval(tick);
		}
	}

	say(line: string): void {
		this.out.write(`${line}\n`);
	}

	total(): string {
		return seconds(this.begun);
	}
}
