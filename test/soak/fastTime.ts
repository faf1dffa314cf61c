/** Time that flies: hours of the service and of n8n, which both live in this process, pass in seconds. */
export class FastTime {
	private readonly realNow = Date.now;
	private ahead = 0;

	constructor() {
		Date.now = () => this.realNow.call(Date) + this.ahead;
	}

	advance(milliseconds: number): void {
		this.ahead += milliseconds;
	}

	stop(): void {
		Date.now = this.realNow;
	}
}
