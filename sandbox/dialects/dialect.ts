import { isDeepStrictEqual } from 'node:util';
import { readDialect } from './names';
import { type Choice, type Reading, SPOT_NAMES, type SpotName, USUAL } from './table';

/** How this service reads the silent spots of the specification. */
export class Dialect {
	private chosen: Choice = USUAL;

	get choice(): Choice {
		return this.chosen;
	}

	/** Nothing was chosen: answers leave as they are. */
	get isUsual(): boolean {
		return this.chosen === USUAL;
	}

	/** What was chosen other than the usual. */
	get unusual(): Partial<Choice> {
		return Object.fromEntries(
			SPOT_NAMES.filter((name) => this.chosen[name] !== USUAL[name]).map((name) => [
				name,
				this.chosen[name],
			]),
		);
	}

	/** A text such as `invoiceOffset=pages,createAnswer=201-empty`, or readings by spot. The rest is as usual. */
	choose(asked: string | Readonly<Record<string, unknown>>): void {
		const choice = readDialect(asked);
		this.chosen = isDeepStrictEqual(choice, USUAL) ? USUAL : choice;
	}

	reading<S extends SpotName>(name: S): Choice[S] {
		return this.chosen[name];
	}

	is<S extends SpotName>(name: S, ...readings: ReadonlyArray<Reading<S>>): boolean {
		return (readings as readonly string[]).includes(this.chosen[name]);
	}
}
