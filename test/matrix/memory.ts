const EVERY = 5;

const inUse = (): number => {
	const { heapUsed, arrayBuffers } = process.memoryUsage();
	return heapUsed + arrayBuffers;
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
