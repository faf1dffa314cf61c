/** A place where the specification leaves open what the service does. */
export interface Spot<Reading extends string = string> {
	/** What is left open. */
	question: string;
	/** The page of the specification and its section: where the answer would stand. */
	source: string;
	/** What the sandbox does unless another reading is chosen. */
	usual: NoInfer<Reading>;
	/** Each reading with its effect in one line. */
	readings: Record<Reading, string>;
}

/** Writes a spot down, so that its readings are known by name. */
export function spot<Reading extends string>(facts: Spot<Reading>): Spot<Reading> {
	return facts;
}
