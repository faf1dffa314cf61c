/** The only source of time. What is due runs, in order, when the clock is seen to have passed it. */
export class Clock {
	/** What is due, by its moment. Moments are few: a hundred thousand reminders share a midnight. */
	private readonly jobs = new Map<number, Array<() => void>>();
	/** The moments of the jobs, in order. */
	private readonly moments: number[] = [];
	private seen: number;
	private frozen: boolean;
	private lead: number;

	/** Without a start the clock follows the machine's; with one it stands still until it is moved. */
	constructor(start?: number) {
		this.frozen = start !== undefined;
		this.seen = start ?? Date.now();
		this.lead = this.seen - Date.now();
	}

	/** Milliseconds since 1970. While a due job runs, this is the moment it was due. */
	now(): number {
		return this.seen;
	}

	nowIso(): string {
		return new Date(this.seen).toISOString();
	}

	get ticking(): boolean {
		return !this.frozen;
	}

	/** Runs the job once the clock reaches the moment; at the next look if it has passed already. */
	at(moment: number, job: () => void): void {
		const others = this.jobs.get(moment);
		if (others) return void others.push(job);
		this.jobs.set(moment, [job]);
		this.moments.splice(this.moments.findLastIndex((each) => each < moment) + 1, 0, moment);
	}

	/** Takes in the time that went by. Called at the beginning of every request. */
	catchUp(): void {
		this.runTo(this.frozen ? this.seen : Date.now() + this.lead);
	}

	moveTo(moment: number): void {
		this.lead = moment - Date.now();
		this.runTo(moment);
	}

	freeze(frozen: boolean): void {
		this.lead = this.seen - Date.now();
		this.frozen = frozen;
	}

	private runTo(moment: number): void {
		while (this.moments.length > 0 && this.moments[0] <= moment) {
			const due = this.moments.shift() as number;
			const jobs = this.jobs.get(due) ?? [];
			this.jobs.delete(due);
			this.seen = Math.max(this.seen, due);
			for (const job of jobs) job();
		}
		this.seen = Math.max(this.seen, moment);
	}
}
