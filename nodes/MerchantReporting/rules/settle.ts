export type Ended<T> = { value: T } | { error: unknown };

/** How a piece of work ended, as a value: some endings that arrive as errors are none. */
export const settle = async <T>(work: () => Promise<T>): Promise<Ended<T>> => {
	try {
		return { value: await work() };
	} catch (error) {
		return { error };
	}
};
