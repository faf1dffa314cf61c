import { columnNamesOf, looseName } from '../catalogue/columns';
import { DECISION_COLUMNS, directionOf, isAccepted, KIND_COLUMNS } from '../catalogue/money';
import { number } from '../number';

interface Candidate {
	field: string;
	looseNames: ReadonlySet<string>;
	slot: number;
}

/** In a note; further ones are left out. */
const MOST_KINDS = 20;
const LONGEST_KIND = 40;

const candidates = (fields: readonly string[]): Candidate[] =>
	fields.map((field) => ({
		field,
		looseNames: new Set(columnNamesOf(field).similar.map(looseName)),
		slot: -1,
	}));

/** Decides for each row whether it counts, and whether its amounts are added or subtracted. */
export class Counting {
	private readonly decisions = candidates(DECISION_COLUMNS);
	private readonly kinds = candidates(KIND_COLUMNS);
	private rows = 0;
	private undecided = 0;
	private ofNoKind = 0;
	/** How many rows are of a kind that may be a refund or not. */
	private readonly unknownKinds = new Map<string, number>();
	/** How many rows do not count, by the reason. */
	readonly leftOut = new Map<string, number>();
	/** The fees that are added up. */
	fees: readonly string[] = [];
	private turnedAround = 0;

	/** Whether a column helps to decide. */
	wants(column: string): boolean {
		return this.candidatesFor(column).length > 0;
	}

	/** To be called with the columns that a report has, and where their cells are. */
	meet(columns: readonly string[], slots: readonly number[]): void {
		columns.forEach((column, index) => {
			for (const candidate of this.candidatesFor(column)) {
				if (candidate.slot < 0) candidate.slot = slots[index];
			}
		});
	}

	/** 0 where the row does not count. */
	signOf(cells: readonly string[]): 1 | 0 | -1 {
		this.rows++;
		const accepted = firstAnswer(this.decisions, cells, isAccepted);
		if (accepted === false) return this.leave('not accepted');
		const direction = firstAnswer(this.kinds, cells, directionOf);
		if (direction === 'none') return this.leave('no financial impact');
		if (direction === 'hold') return this.leave('authorized only');
		if (accepted === undefined) this.undecided++;
		if (direction === undefined) this.isOfNoKind(cells);
		if (direction === 'back') this.turnedAround++;
		return direction === 'back' ? -1 : 1;
	}

	private isOfNoKind(cells: readonly string[]) {
		this.ofNoKind++;
		const said = this.kinds.map(({ slot }) => (slot < 0 ? '' : cells[slot].trim())).find(Boolean);
		if (said === undefined) return;
		const kind = said.slice(0, LONGEST_KIND);
		const isNamed = this.unknownKinds.has(kind) || this.unknownKinds.size < MOST_KINDS;
		const name = isNamed ? kind : 'others';
		this.unknownKinds.set(name, (this.unknownKinds.get(name) ?? 0) + 1);
	}

	private leave(reason: string): 0 {
		this.leftOut.set(reason, (this.leftOut.get(reason) ?? 0) + 1);
		return 0;
	}

	/** What was left out, and what could not be distinguished. */
	notes(): string[] {
		const notes = [...this.leftOut].map(
			([reason, count]) =>
				`${count === 1 ? '1 row is' : `${number(count)} rows are`} left out of the totals: ${reason}`,
		);
		if (this.undecided > 0) {
			notes.push(
				this.unsaid(this.undecided, [
					'it was accepted: it counts',
					'they were accepted: they count',
				]),
			);
		}
		if (this.ofNoKind > 0) {
			const kinds = [...this.unknownKinds].map(([kind, count]) => `${kind} (${number(count)})`);
			notes.push(
				this.unsaid(this.ofNoKind, [
					'it is a refund: it is added',
					'they are refunds: they are added',
				]) + (kinds.length > 0 ? `. Kinds that are not known: ${kinds.join(', ')}` : ''),
			);
		}
		if (this.turnedAround > 0 && this.fees.length > 0) {
			notes.push(
				`Fees are added as they are in the report, also for refunds and chargebacks: ${this.fees.join(', ')}`,
			);
		}
		return notes;
	}

	private unsaid(count: number, [ofOne, ofSeveral]: readonly [string, string]): string {
		const isOne = count === 1 && this.rows > 1;
		const rows = isOne ? '1 row' : `${count === this.rows ? 'all' : number(count)} rows`;
		return `The report does not say of ${rows} whether ${isOne ? ofOne : ofSeveral}`;
	}

	private candidatesFor(column: string): Candidate[] {
		const loose = looseName(column);
		return [...this.decisions, ...this.kinds].filter(({ looseNames }) => looseNames.has(loose));
	}
}

function firstAnswer<Answer>(
	among: readonly Candidate[],
	cells: readonly string[],
	ask: (field: string, value: string) => Answer | undefined,
): Answer | undefined {
	for (const { field, slot } of among) {
		const answer = slot < 0 ? undefined : ask(field, cells[slot]);
		if (answer !== undefined) return answer;
	}
	return undefined;
}
