import type { FastifyInstance } from 'fastify';
import { DateTime } from 'luxon';
import type { Organization } from '../../access';
import { z } from 'zod';
import { Refusal } from '../../refusal';
import { read } from '../../schema';
import type { Period } from '../ledger/ledger';
import { CARD_NAMES, type Subtype, type Transaction } from '../ledger/transaction';
import { Money, Tally, writeMoney } from '../money';
import { periodQuery, startsBeforeItEnds } from '../reportSearch';
import { noData, organizationOf, type ReportingService } from '../service';
import { FORMATS } from './formats';
import { submitted } from './transactions';

const ROLL_UPS = ['day', 'week', 'month'] as const;
const BREAKDOWNS = ['account_rollup', 'all_merchant', 'selected_merchant'] as const;

const summariesQuery = periodQuery
	.extend({
		rollUp: z.enum(ROLL_UPS).optional(),
		breakdown: z.enum(BREAKDOWNS).optional(),
		/** 1 is Sunday. */
		startDayOfWeek: z.enum(['1', '2', '3', '4', '5', '6', '7']).default('1'),
	})
	.superRefine(startsBeforeItEnds)
	.refine(({ rollUp, breakdown }) => rollUp !== undefined || breakdown === undefined, {
		path: ['rollUp'],
		message: 'is required with breakdown',
	})
	.refine(({ rollUp, breakdown }) => rollUp === undefined || breakdown !== undefined, {
		path: ['breakdown'],
		message: 'is required with rollUp',
	});

type Breakdown = Pick<z.output<typeof summariesQuery>, 'rollUp' | 'breakdown' | 'startDayOfWeek'>;

/** Endpoint 14: total sales and refunds by currency and payment method. */
export function paymentBatchSummaries(app: FastifyInstance, service: ReportingService): void {
	app.get<{ Querystring: { startTime: string } }>(
		'/reporting/v3/payment-batch-summaries',
		(request) => {
			const { startTime: start, endTime: end, ...query } = read(summariesQuery, request.query);
			const period = { start, end };
			const zone = offsetOf(request.query.startTime);
			const isPartner = request.caller.merchants.length > 0;
			if (query.breakdown === 'selected_merchant' && isPartner && !query.organizationId) {
				throw Refusal.invalidFields([
					{ field: 'organizationId', reason: 'is required to select a merchant' },
				]);
			}
			const organization = organizationOf(service, request, query.organizationId);
			FORMATS.requireJson(request);
			const summaries = summarize(service, organization, period, query, zone);
			if (summaries.length === 0) throw noData();
			const [startTime, endTime] = [period.start, period.end].map((time) => inZone(time, zone));
			return { startTime, endTime, paymentBatchSummaries: summaries };
		},
	);
}

function summarize(
	service: ReportingService,
	organization: Organization,
	period: Period,
	choices: Breakdown,
	zone: string,
): object[] {
	const byMerchant =
		choices.breakdown === 'all_merchant' || choices.breakdown === 'selected_merchant';
	const ids =
		choices.breakdown === 'selected_merchant'
			? [organization.id]
			: [organization.id, ...organization.merchants];
	const sales = new Tally();
	const credits = new Tally();
	const keys = new Set<string>();
	let span: Period = { start: 0, end: 0 };
	for (const transaction of submitted(service, ids, period)) {
		if (transaction.time < span.start || transaction.time >= span.end) {
			span = spanOf(transaction, period, choices, zone);
		}
		const merchant = byMerchant ? transaction.organizationId : '';
		const key = [span.start, span.end, merchant, transaction.currency, transaction.subtype].join(
			'|',
		);
		keys.add(key);
		const tally = transaction.kind === 'sale' ? sales : credits;
		tally.add(key, new Money(transaction.amount));
	}
	return [...keys].sort().map((key) => {
		const [start, end, merchantId, currencyCode, subtype] = key.split('|');
		return {
			currencyCode,
			paymentSubTypeDescription: CARD_NAMES[subtype as Subtype],
			startTime: inZone(Number(start), zone),
			endTime: inZone(Number(end), zone),
			salesCount: sales.get(key).count,
			salesAmount: writeMoney(sales.get(key).amount, currencyCode),
			creditCount: credits.get(key).count,
			creditAmount: writeMoney(credits.get(key).amount, currencyCode),
			accountId: organization.id,
			accountName: organization.name,
			...(byMerchant && {
				merchantId,
				merchantName: service.sandbox.access.organization(merchantId).name,
			}),
		};
	});
}

/** The day, week or month of a transaction, as far as it lies in the period. */
function spanOf({ time }: Transaction, period: Period, choices: Breakdown, zone: string): Period {
	if (!choices.rollUp) return period;
	const moment = DateTime.fromMillis(time, { zone });
	const begin =
		choices.rollUp === 'week' ? startOfWeek(moment, choices) : moment.startOf(choices.rollUp);
	const end = begin.plus({ [`${choices.rollUp}s`]: 1 });
	return {
		start: Math.max(period.start, begin.toMillis()),
		end: Math.min(period.end, end.toMillis()),
	};
}

function startOfWeek(moment: DateTime, { startDayOfWeek }: Breakdown): DateTime {
	// The service counts from Sunday, the library from Monday.
	const fromSunday = moment.weekday % 7;
	return moment.minus({ days: (fromSunday - (Number(startDayOfWeek) - 1) + 7) % 7 }).startOf('day');
}

/** The offset that the client thinks in. */
function offsetOf(startTime: string): string {
	const match = /([+-])(\d{2}):?(\d{2})$/.exec(startTime);
	return match ? `UTC${match[1]}${match[2]}:${match[3]}` : 'UTC';
}

function inZone(time: number, zone: string): string {
	const text = DateTime.fromMillis(time, { zone }).toISO();
	if (text === null) throw Refusal.invalid(`${zone} is no offset.`);
	return text;
}
