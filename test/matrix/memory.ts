import { getHeapStatistics } from 'node:v8';

const EVERY = 5;

const inUse = (): number => {
	const { used_heap_size: heap, external_memory: buffers } = getHeapStatistics();
	return heap + buffers;
};

/** Looks again and again how much memory is in use, garbage included. */
export function watchMemory(): { mostSince(): number } {
	const begin = inUse();
	let most = begin;
	const look = () => {
		most = Math.max(most, inUse());
	};
	const timer = setInterval(look, EVERY);
	return {
		mostSince() {
			clearInterval(timer);
			look();
			return most - begin;
		},
	};
}
