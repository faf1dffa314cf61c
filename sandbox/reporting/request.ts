import { Duration } from 'luxon';
import { z } from 'zod';
import { Refusal } from '../refusal';
import { flag, moment, read, text, texts, whole } from '../schema';
import { DEFINITION_BY_NAME } from './catalog/definitions';
import { TIME_ZONES } from './catalog/timeZones';
import { MIME_TYPES } from './files/layout';
import { groupNameOf } from './groups';

export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'USER_DEFINED', 'ADHOC'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

const LONGEST_NAME = 250;
const HOUR = 60 * 60 * 1000;

/** The one mistake that is answered by 404: the report that is asked for does not exist. */
const definition = text.transform((name) => {
	const found = DEFINITION_BY_NAME.get(name);
	if (!found) throw Refusal.notFound(`Report not found: there is no definition ${name}.`);
	return found;
});

/** The specification writes Daily, public clients DAILY. */
export function frequency<T extends Frequency>(
	allowed: readonly [T, ...T[]],
): z.ZodType<T, z.ZodTypeDef, string> {
	return text.transform((written) => written.toUpperCase()).pipe(z.enum(allowed));
}

export const timezone = text.refine(
	(zone) => TIME_ZONES.has(zone),
	(zone) => ({ message: `${zone} is no supported time zone` }),
);

export const reportName = text.refine(
	(name) => [...name].length <= LONGEST_NAME,
	`must have at most ${LONGEST_NAME} characters`,
);

/** The fields that both kinds of orders have; those at the end say nothing about the report. */
const orderFields = {
	reportDefinitionName: definition,
	organizationId: text.optional(),
	reportName,
	reportFields: texts.refine((ids) => ids.length > 0, 'must name at least one field'),
	reportMimeType: z.enum(MIME_TYPES).default('application/xml'),
	/** An object from field to values, or a list: its elements are not specified. */
	reportFilters: z
		.union([z.array(z.unknown()), z.record(z.array(z.string()))], {
			errorMap: () => ({ message: 'must be a list, or lists of texts by field name' }),
		})
		.optional(),
	reportPreferences: z
		.strictObject({
			signedAmounts: flag.optional(),
			fieldNameConvention: z.enum(['SOAPI', 'SCMP']).optional(),
		})
		.default({}),
	selectedMerchantGroupName: text.optional(),
	groupName: text.optional(),
	timeZone: text.optional(),
	// Answers have these two as well, and a client that edits an answer sends them back.
	reportDefinitionId: z.unknown(),
	groupId: text.optional(),
};

const subscriptionBody = z.preprocess(
	withTimezone,
	z
		.strictObject({
			...orderFields,
			reportFrequency: frequency(['DAILY', 'WEEKLY', 'MONTHLY', 'USER_DEFINED']).default('DAILY'),
			timezone,
			startTime: text
				.regex(/^([01]\d|2[0-3])[0-5]\d$/, 'must be a time of day written HHMM, from 0000 to 2359')
				.default('0000'),
			startDay: whole.optional(),
			reportInterval: text
				.refine(
					(written) => Duration.fromISO(written).toMillis() >= HOUR,
					'must be an ISO 8601 duration of an hour or more',
				)
				.optional(),
		})
		.superRefine((body, context) => {
			refuseUnknownAttributes(body, context);
			const { startDay, reportInterval, reportFrequency } = body;
			const lastDay = reportFrequency === 'WEEKLY' ? 7 : 31;
			if (startDay !== undefined && (startDay < 1 || startDay > lastDay)) {
				refuse(context, 'startDay', `must be from 1 to ${lastDay}`);
			}
			if (reportFrequency === 'USER_DEFINED' && reportInterval === undefined) {
				refuse(context, 'reportInterval', 'is required with USER_DEFINED');
			}
			if (reportFrequency !== 'USER_DEFINED' && reportInterval !== undefined) {
				refuse(context, 'reportInterval', 'goes with USER_DEFINED only');
			}
		}),
);

const oneTimeBody = z.preprocess(
	withTimezone,
	z
		.strictObject({
			...orderFields,
			reportFrequency: frequency(['ADHOC']).default('ADHOC'),
			timezone: timezone.default('GMT'),
			reportStartTime: moment.optional(),
			reportEndTime: moment.optional(),
			// A one-time report has no use for these, and the specification shares one table for both.
			startTime: text.optional(),
			startDay: whole.optional(),
		})
		.superRefine((body, context) => {
			refuseUnknownAttributes(body, context);
			const { reportStartTime: start, reportEndTime: end } = body;
			if ((start === undefined) !== (end === undefined)) {
				refuse(context, 'reportEndTime', 'and reportStartTime are given together or not at all');
			}
			if (start !== undefined && end !== undefined && start >= end) {
				refuse(context, 'reportEndTime', 'must be later than reportStartTime');
			}
		}),
);

/** What a subscription and a one-time report both say about the report that is wanted. */
export type ReportOrder = ReturnType<typeof reportOrder>;
export type SubscriptionOrder = ReportOrder &
	Pick<z.output<typeof subscriptionBody>, 'startTime' | 'startDay' | 'reportInterval'>;
export type OneTimeOrder = ReportOrder &
	Pick<z.output<typeof oneTimeBody>, 'reportStartTime' | 'reportEndTime'>;

export function readSubscription(body: unknown): SubscriptionOrder {
	const order = read(subscriptionBody, body ?? {});
	const { startTime, startDay, reportInterval } = order;
	return { ...reportOrder(order), startTime, startDay, reportInterval };
}

export function readOneTimeReport(body: unknown): OneTimeOrder {
	const order = read(oneTimeBody, body ?? {});
	const { reportStartTime, reportEndTime } = order;
	return { ...reportOrder(order), reportStartTime, reportEndTime };
}

type CommonBody = z.output<z.ZodObject<typeof orderFields>> & {
	timezone: string;
	reportFrequency: Frequency;
};

function reportOrder(body: CommonBody) {
	return {
		organizationId: body.organizationId,
		definition: body.reportDefinitionName,
		reportName: body.reportName,
		reportFields: [...new Set(body.reportFields)],
		reportMimeType: body.reportMimeType,
		reportFrequency: body.reportFrequency,
		timezone: body.timezone,
		reportFilters: body.reportFilters,
		reportPreferences: body.reportPreferences,
		groupName: body.selectedMerchantGroupName ?? body.groupName ?? groupNameOf(body.groupId),
	};
}

/** The table of the specification spells it timeZone, its sample timezone. */
function withTimezone(body: unknown): unknown {
	const group = body as { timezone?: unknown; timeZone?: unknown } | null;
	return group?.timeZone === undefined ? body : { timezone: group.timeZone, ...group };
}

function refuseUnknownAttributes(body: CommonBody, context: z.RefinementCtx): void {
	const { reportDefinitionName: asked, reportFilters = [], timezone: zone, timeZone } = body;
	const filtered = Array.isArray(reportFilters) ? [] : Object.keys(reportFilters);
	const named = { reportFields: body.reportFields, reportFilters: filtered };
	for (const [field, ids] of Object.entries(named)) {
		for (const id of ids.filter((each) => !asked.byId.has(each))) {
			refuse(context, field, `${id} is no attribute of ${asked.name}`);
		}
	}
	if (timeZone !== undefined && timeZone !== zone)
		refuse(context, 'timezone', 'and timeZone differ');
}

function refuse(context: z.RefinementCtx, field: string, message: string): void {
	context.addIssue({ code: 'custom', path: [field], message });
}
