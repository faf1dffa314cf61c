const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** Says what is being done, for how long already, and how long it took. Steps may run side by side. */
export class Progress {
	private readonly begun = Date.now();
	private readonly running: string[] = [];

	constructor(private readonly out: NodeJS.WriteStream = process.stdout) {}

	async step<T>(title: string, work: () => Promise<T>): Promise<T> {
		const begun = Date.now();
		const live = this.out.isTTY;
		const clear = live ? '\r\x1b[K' : '';
		this.running.push(title);
		this.out.write(live ? `${clear}… ${title}` : `… ${title}\n`);
		const tick = setInterval(
			() => {
				if (!live) this.out.write(`  still at it: ${title}, ${seconds(begun)}\n`);
				// One line shows one step: that of them which began last.
				else if (this.running.at(-1) === title) {
					this.out.write(`${clear}… ${title}  ${seconds(begun)}`);
				}
			},
			live ? 1000 : 30_000,
		);
		const end = (mark: string) => {
			clearInterval(tick);
			this.running.splice(this.running.indexOf(title), 1);
			this.out.write(`${clear}${mark} ${title}  ${seconds(begun)}\n`);
		};
		try {
			const result = await work();
			end('✓');
			return result;
		} catch (error) {
			end('✗');
			throw error;
		}
	}

	say(line: string): void {
		this.out.write(`${line}\n`);
	}

	total(): string {
		return seconds(this.begun);
	}
}
