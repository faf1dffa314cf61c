import { sleep } from 'n8n-workflow';

/** In milliseconds. */
const LONGEST_TURN = 20;

/** Works on so many, one after the other, without holding up the event loop. */
export async function inTurns(count: number, work: (index: number) => void): Promise<void> {
	let turn = performance.now();
	for (let index = 0; index < count; index++) {
		work(index);
		if (performance.now() - turn < LONGEST_TURN) continue;
		await sleep(0);
		turn = performance.now();
	}
}
