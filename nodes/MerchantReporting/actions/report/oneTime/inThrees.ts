import { AT_A_TIME } from '../../../../shared/service/reportingOrders';

/**
 * Works on all jobs, three at a time, and gives the results in the order of the jobs. After a failure no
 * other job is begun; those under way can ask whether to stop, and are seen to their end before the error is
 * thrown.
 */
export async function inThrees<Job, Result>(
	jobs: readonly Job[],
	work: (job: Job, isStopped: () => boolean) => Promise<Result>,
): Promise<Result[]> {
	const results = new Array<Result>(jobs.length);
	const failures: unknown[] = [];
	const isStopped = () => failures.length > 0;
	let next = 0;
	const worker = async () => {
		while (next < jobs.length && !isStopped()) {
			const index = next++;
			try {
				results[index] = await work(jobs[index], isStopped);
			} catch (error) {
				failures.push(error);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(AT_A_TIME, jobs.length) }, worker));
	if (isStopped()) throw failures[0];
	return results;
}
