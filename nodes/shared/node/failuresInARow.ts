import { error as problem, Refusal, RowRefusal } from '../problem';
import { ServiceFailure } from '../transport/serviceFailure';

/** So many failures in a row that are about no row are an outage or a mistake in the node. */
const MOST_IN_A_ROW = 10;

/** With these the service refuses one request, and not everything. */
const OF_ONE_ROW = [400, 404, 409, 410, 422];

/** Finds out from the failures of rows whether the rows after them would fail too. */
export class FailuresInARow {
	private count = 0;

	/** `goesOnAfterErrors`: whether the user wants the other rows to be tried in any case. */
	constructor(private readonly goesOnAfterErrors: boolean) {}

	end(): void {
		this.count = 0;
	}

	/** `goesOn`: whether a failed row holds back no other. */
	isEnough(error: unknown, goesOn: boolean): boolean {
		if (!goesOn && !(error instanceof RowRefusal)) return true;
		// What the node sees for itself, such as a canceled invoice, is about that row. The service was not asked.
		if (error instanceof Refusal && error.outcome === 'failed') return false;
		if (error instanceof ServiceFailure && !error.outcomeUnknown) {
			if (OF_ONE_ROW.includes(error.status ?? 0)) {
				this.end();
				return false;
			}
		}
		return ++this.count >= MOST_IN_A_ROW || !this.goesOnAfterErrors;
	}
}

/** Of a row that was left because the rows before it failed for a reason that is not in them. */
export class NotTried extends Refusal {
	override readonly outcome = 'notTried';

	constructor(last: string) {
		super(
			[problem('', `Not tried, as ${MOST_IN_A_ROW} rows in a row failed before: ${last}`)],
			'Run it again with this row when the service responds.',
		);
	}
}
