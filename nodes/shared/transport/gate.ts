import { sleep } from 'n8n-workflow';

/** Waits, unless the user stops the execution: then it ends at once. */
export async function pause(milliseconds: number, cancel?: AbortSignal): Promise<void> {
	cancel?.throwIfAborted();
	if (milliseconds <= 0) return;
	if (cancel === undefined) return await sleep(milliseconds);
	let stop = () => {};
	const canceled = new Promise<never>((_resolve, reject) => {
		stop = () => reject(cancel.reason as Error);
		cancel.addEventListener('abort', stop, { once: true });
	});
	try {
		// Newer versions of n8n clear the timer on the signal; older ones ignore it, hence the race.
		await Promise.race([sleep(milliseconds, cancel), canceled]);
	} finally {
		cancel.removeEventListener('abort', stop);
	}
}

/** One for all requests of an execution: when the service asks one of them to wait, all of them wait. */
export class Gate {
	private opensAt = 0;

	closeFor(milliseconds: number): void {
		this.opensAt = Math.max(this.opensAt, Date.now() + milliseconds);
	}

	async pass(cancel?: AbortSignal): Promise<void> {
		for (let wait = this.opensAt - Date.now(); wait > 0; wait = this.opensAt - Date.now()) {
			await pause(wait, cancel);
		}
	}
}
