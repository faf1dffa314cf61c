import { looseName } from './columnNames';
import { ReportProblem } from './problem';

export interface Asked {
	field: string;
	name: string;
	/** -1 until the report has shown such a column. */
	slot: number;
}

const MOST_LISTED = 60;

/** Brings the names that the user wrote together with the columns that the report has. */
export class AskedColumns {
	private readonly asked: Asked[] = [];
	private readonly slots = new Map<string, number>();
	private readonly met: string[] = [];

	/** Asks for a column by its name in the report; case, dots and underscores may differ. */
	ask(field: string, name: string): Asked {
		const asked = { field, name, slot: -1 };
		this.asked.push(asked);
		return asked;
	}

	/** The slots of these columns, new ones for those that are asked for or wanted anyway. */
	meet(names: readonly string[], wanted: (name: string) => boolean): number[] {
		this.met.push(...names);
		const askers = this.askersOf(names);
		return names.map((name) => {
			if (!askers.has(name) && !wanted(name)) return -1;
			const slot = this.slots.size;
			this.slots.set(name, slot);
			for (const asker of askers.get(name) ?? []) asker.slot = slot;
			return slot;
		});
	}

	slotOf(name: string): number {
		return this.slots.get(name) ?? -1;
	}

	get names(): readonly string[] {
		return this.met;
	}

	/** Refuses the names that the report does not have. */
	insist(asked: readonly Asked[] = this.asked): void {
		const missing = asked.filter(({ slot }) => slot < 0);
		if (missing.length === 0) return;
		const [{ field }] = missing;
		const names = missing.filter((one) => one.field === field).map(({ name }) => `"${name}"`);
		const listed = this.met.slice(0, MOST_LISTED).join(', ');
		const more = this.met.length > MOST_LISTED ? ', …' : '';
		throw new ReportProblem(
			`${field}: the report has no column ${names.join(', ')}`,
			`Its columns are: ${listed}${more}`,
		);
	}

	private askersOf(names: readonly string[]): Map<string, Asked[]> {
		const askers = new Map<string, Asked[]>();
		const loose = names.map(looseName);
		for (const asked of this.asked) {
			if (asked.slot >= 0) continue;
			const name = names.includes(asked.name)
				? asked.name
				: (names[loose.indexOf(looseName(asked.name))] as string | undefined);
			if (name !== undefined) askers.set(name, [...(askers.get(name) ?? []), asked]);
		}
		return askers;
	}
}
