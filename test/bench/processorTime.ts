/** Milliseconds of processor time that the work takes. A busy machine stretches the clock, not this. */
export async function processorTime(work: () => unknown): Promise<number> {
	const begun = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(begun);
	return (user + system) / 1000;
}
