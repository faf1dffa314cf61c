import type { FastifyInstance } from 'fastify';
import { DateTime } from 'luxon';
import { read, text } from '../../schema';
import { chargebackFeeOf, feeOf, isChargedBack, isSettled } from '../ledger/funding';
import type { Period } from '../ledger/ledger';
import type { Transaction } from '../ledger/transaction';
import { Money, Tally, writeMoney } from '../money';
import { periodQuery, startsBeforeItEnds } from '../reportSearch';
import { noData, organizationOf, type ReportingService } from '../service';
import { writeIsoTime } from '../times';
import { FORMATS } from './formats';
import { submittedBy } from './transactions';

const TYPES = ['PURCHASES', 'REFUNDS', 'FEES', 'CHARGEBACKS'] as const;
type Type = (typeof TYPES)[number];
/** type, payment subtype, currency */
type Line = `${Type}|${string}|${string}`;

const fundingQuery = periodQuery
	.extend({ groupName: text.optional() })
	.superRefine(startsBeforeItEnds);
const MONTHLY_FEE = { amount: new Money('25.00'), currency: 'USD', subtype: 'MONTHLY' };

/** Endpoint 13: what is left after chargebacks, fees and refunds. */
export function netFundings(app: FastifyInstance, service: ReportingService): void {
	app.get('/reporting/v3/net-fundings', (request) => {
		const { groupName, ...query } = read(fundingQuery, request.query);
		const period = { start: query.startTime, end: query.endTime };
		const organization = organizationOf(service, request, query.organizationId);
		FORMATS.requireJson(request);
		const funding = new Funding();
		for (const transaction of submittedBy(service, organization, groupName, period)) {
			funding.add(transaction);
		}
		if (funding.isEmpty()) throw noData();
		const now = service.sandbox.clock.now();
		funding.addMonthlyFees(monthEnds({ start: period.start, end: Math.min(period.end, now) }));
		return {
			startTime: writeIsoTime(period.start),
			endTime: writeIsoTime(period.end),
			...funding.answer(),
		};
	});
}

/** Month-end fees appear on the day they are detected: the last of the month. */
function monthEnds({ start, end }: Period): number {
	let count = 0;
	let detected = DateTime.fromMillis(start, { zone: 'utc' }).endOf('month').startOf('day');
	for (; detected.toMillis() < end; detected = detected.plus({ days: 1 }).endOf('month')) {
		if (detected.startOf('day').toMillis() >= start) count++;
	}
	return count;
}

class Funding {
	private readonly conveyed = new Tally<Line>();
	private readonly funded = new Tally<Line>();

	add(transaction: Transaction): void {
		const { kind, subtype, currency } = transaction;
		const amount = new Money(transaction.amount);
		const settled = isSettled(transaction);
		const add = (type: Type, value: Money): void => {
			const line: Line = `${type}|${subtype}|${currency}`;
			this.conveyed.add(line, value);
			this.funded.add(line, settled ? value : new Money(0), settled ? 1 : 0);
		};
		add(kind === 'sale' ? 'PURCHASES' : 'REFUNDS', amount);
		add('FEES', feeOf(transaction));
		if (!isChargedBack(transaction)) return;
		add('CHARGEBACKS', amount);
		add('FEES', chargebackFeeOf(transaction));
	}

	addMonthlyFees(months: number): void {
		const { amount, currency, subtype } = MONTHLY_FEE;
		for (let month = 0; month < months; month++) {
			this.conveyed.add(`FEES|${subtype}|${currency}`, amount);
			this.funded.add(`FEES|${subtype}|${currency}`, amount);
		}
	}

	isEmpty(): boolean {
		return this.conveyed.keys().length === 0;
	}

	answer(): object {
		const lines = this.conveyed.keys().sort();
		return {
			netFundingSummaries: lines.map((line) => {
				const [type, paymentSubType, currencyCode] = line.split('|');
				const conveyed = this.conveyed.get(line);
				const funded = this.funded.get(line);
				return {
					type,
					paymentSubType,
					conveyedCount: conveyed.count,
					conveyedAmount: writeMoney(conveyed.amount, currencyCode),
					settledCount: funded.count,
					fundedCount: funded.count,
					fundedAmount: writeMoney(funded.amount, currencyCode),
					currencyCode,
				};
			}),
			totalPurchases: this.total(['PURCHASES']),
			totalRefunds: this.total(['REFUNDS']),
			totalFees: this.total(['FEES']),
			totalChargebacks: this.total(['CHARGEBACKS']),
			netTotal: this.total(TYPES, (type) => (type === 'PURCHASES' ? 1 : -1)),
		};
	}

	private total(types: readonly Type[], sign: (type: Type) => number = () => 1): object[] {
		const byCurrency = new Tally();
		for (const line of this.funded.keys().sort()) {
			const [type, , currency] = line.split('|') as [Type, string, string];
			if (!types.includes(type)) continue;
			byCurrency.add(currency, this.funded.get(line).amount.times(sign(type)));
		}
		return byCurrency
			.keys()
			.sort()
			.map((currency) => ({
				currency,
				value: writeMoney(byCurrency.get(currency).amount, currency),
			}));
	}
}
