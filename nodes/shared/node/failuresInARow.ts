import { error as problem, Refusal } from '../problem';
import { ServiceFailure } from '../transport/serviceFailure';

/** So many failures of one kind are a mistake in the node or at the service, not in a row. */
const MOST_ALIKE = 10;

/** With these the service refuses one request, and not everything. */
const OF_ONE_ROW = [400, 404, 409, 410, 422];

/** Values differ between the messages of two rows that are refused for the same reason. */
const withoutValues = (text: string) =>
	text
		.replace(/"[^"]*"|'[^']*'/g, '')
		.split(' ')
		.filter((word) => !/[\d@]/.test(word))
		.join(' ');

/** Finds out from the failures of rows whether the rows after them would fail too. */
export class FailuresInARow {
	private kind = '';
	private count = 0;

	/** `goesOnAfterErrors`: whether the user wants the other rows to be tried in any case. */
	constructor(private readonly goesOnAfterErrors: boolean) {}

	end(): void {
		this.count = 0;
	}

	isEnough(error: unknown): boolean {
		// What the node sees for itself, such as a canceled invoice, is about that row. The service was not asked.
		if (error instanceof Refusal && error.outcome === 'failed') return false;
		const refused = kindOfRefusal(error);
		if (this.goesOnAfterErrors && refused !== undefined) {
			this.end();
			return false;
		}
		const kind = refused ?? OUTAGE;
		this.count = kind === this.kind ? this.count + 1 : 1;
		this.kind = kind;
		return this.count >= MOST_ALIKE || (kind === OUTAGE && !this.goesOnAfterErrors);
	}
}

/** Not about one row: an outage, a wrong token, an unknown outcome. */
const OUTAGE = 'outage';

/** Undefined where the service does not refuse one row only. */
function kindOfRefusal(error: unknown): string | undefined {
	if (!(error instanceof ServiceFailure) || error.outcomeUnknown) return undefined;
	const { status = 0, serviceError } = error;
	const { reason, message = '', details } = serviceError;
	const said = details.length > 0 ? details : withoutValues(message);
	return OF_ONE_ROW.includes(status) ? JSON.stringify([status, reason, said]) : undefined;
}

/** Of a row that was left because the rows before it failed for a reason that is not in them. */
export class NotTried extends Refusal {
	override readonly outcome = 'notTried';

	constructor(last: string) {
		super(
			[problem('', `Not tried, as ${MOST_ALIKE} rows in a row failed before: ${last}`)],
			'Run it again with this row when the service responds.',
		);
	}
}
