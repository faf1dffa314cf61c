import { Problem } from '../../../host/problems';

/** Lets a problem of the preparation be read in the test runner's report. */
export async function inPlainWords<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		throw new Error([error.message, error.remedy, error.evidence].join('\n'), { cause: error });
	}
}
