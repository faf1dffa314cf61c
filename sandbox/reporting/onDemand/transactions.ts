import type { Organization } from '../../access';
import { decimalsOf } from '../../invoicing/money';
import { organizationsIn } from '../groups';
import type { Period } from '../ledger/ledger';
import type { Transaction } from '../ledger/transaction';
import { Money } from '../money';
import type { ReportingService } from '../service';

const HOUR = 60 * 60 * 1000;
/** How long after the request its transaction is submitted to the processor. */
const UNTIL_SUBMISSION = 6 * HOUR;

export function submissionTime({ time }: Transaction): number {
	return time + UNTIL_SUBMISSION;
}

/** What was submitted to the processor: everything that was not rejected. */
export function* submitted(
	{ ledger, sandbox }: ReportingService,
	organizationIds: readonly string[],
	period: Period,
): Generator<Transaction> {
	const known = { start: period.start, end: Math.min(period.end, sandbox.clock.now()) };
	for (const transaction of ledger.between(organizationIds, known)) {
		if (transaction.decision !== 'REJECT') yield transaction;
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

export function isSettled(transaction: Transaction): boolean {
	return transaction.draw(60, 25) !== 0;
}

const RATE = new Money('0.029');
const PER_ITEM: Record<string, string> = { JPY: '30' };

/** 2.9 % and a fixed part, in whole cents. */
export function feeOf({ amount, currency }: Transaction): Money {
	return new Money(amount)
		.times(RATE)
		.toDecimalPlaces(decimalsOf(currency))
		.plus(PER_ITEM[currency] ?? '0.30');
}
