/** The service makes three one-time reports for a user at a time. */
export const AT_A_TIME = 3;

/**
 * Works on all jobs, three at a time, and gives the results in the order of the jobs. After a failure no
 * other job is begun; those under way are told, and seen to their end, before the error is thrown.
 */
export const inThrees = async <Job, Result>(
	jobs: readonly Job[],
	given: { up: boolean },
	work: (job: Job) => Promise<Result>,
): Promise<Result[]> => {
	const results = new Array<Result>(jobs.length);
	const failures: unknown[] = [];
	let next = 0;
	const worker = async () => {
		while (next < jobs.length && !given.up) {
			const index = next++;
			try {
				results[index] = await work(jobs[index]);
			} catch (error) {
				failures.push(error);
				given.up = true;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(AT_A_TIME, jobs.length) }, worker));
	if (failures.length > 0) throw failures[0];
	return results;
};
