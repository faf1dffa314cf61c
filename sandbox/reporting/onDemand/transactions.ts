import type { Organization } from '../../access';
import { organizationsIn } from '../groups';
import type { Period } from '../ledger/ledger';
import type { Transaction } from '../ledger/transaction';
import type { ReportingService } from '../service';

const HOUR = 60 * 60 * 1000;
/** How long after the request its transaction is submitted to the processor. */
const UNTIL_SUBMISSION = 6 * HOUR;

export function submissionTime({ time }: Transaction): number {
	return time + UNTIL_SUBMISSION;
}

/** What was submitted to the processor: neither what was rejected nor what is in review. */
export function* submitted(
	{ ledger, sandbox }: ReportingService,
	organizationIds: readonly string[],
	period: Period,
): Generator<Transaction> {
	const known = { start: period.start, end: Math.min(period.end, sandbox.clock.now()) };
	for (const transaction of ledger.between(organizationIds, known)) {
		if (transaction.decision === 'ACCEPT') yield transaction;
	}
}

export function submittedBy(
	service: ReportingService,
	organization: Organization,
	groupName: string | undefined,
	period: Period,
	viewBy: 'requestDate' | 'submissionDate' = 'requestDate',
): Generator<Transaction> {
	const shift = viewBy === 'submissionDate' ? UNTIL_SUBMISSION : 0;
	return submitted(service, organizationsIn(organization, groupName), {
		start: period.start - shift,
		end: period.end - shift,
	});
}
