/** The only source of time. What is due runs, in order, when the clock is seen to have passed it. */
export class Clock {
	private readonly queue = new DueQueue();
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
		this.queue.add({ moment, job });
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
		for (let due = this.queue.take(moment); due; due = this.queue.take(moment)) {
			this.seen = Math.max(this.seen, due.moment);
			due.job();
		}
		this.seen = Math.max(this.seen, moment);
	}
}

interface Due {
	moment: number;
	job: () => void;
	order?: number;
}

/** A binary heap: a hundred thousand reminders may be waiting. */
class DueQueue {
	private readonly heap: Due[] = [];
	private added = 0;

	add(due: Due): void {
		due.order = this.added++;
		let at = this.heap.push(due) - 1;
		while (at > 0) {
			const parent = (at - 1) >> 1;
			if (!before(this.heap[at], this.heap[parent])) return;
			this.swap(at, parent);
			at = parent;
		}
	}

	take(until: number): Due | undefined {
		const first = this.heap.at(0);
		if (!first || first.moment > until) return undefined;
		const last = this.heap.pop() as Due;
		if (this.heap.length > 0) {
			this.heap[0] = last;
			this.sink();
		}
		return first;
	}

	private sink(): void {
		for (let at = 0; ;) {
			let least = at;
			for (const child of [2 * at + 1, 2 * at + 2]) {
				if (child < this.heap.length && before(this.heap[child], this.heap[least])) least = child;
			}
			if (least === at) return;
			this.swap(at, least);
			at = least;
		}
	}

	private swap(a: number, b: number): void {
		[this.heap[a], this.heap[b]] = [this.heap[b], this.heap[a]];
	}
}

function before(a: Due, b: Due): boolean {
	return a.moment !== b.moment ? a.moment < b.moment : (a.order ?? 0) < (b.order ?? 0);
}
