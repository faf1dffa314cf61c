import { DateTime } from 'luxon';
import { resolveDefinitionName } from '../../../nodes/shared/catalog/definitions';
import { FIELD_GROUPS } from '../../../nodes/shared/catalog/fieldGroups';
import {
	CATALOG_FIELDS,
	fieldNamesOfColumn,
	guessKindByName,
	readableName,
} from '../../../nodes/shared/catalog/fields';
import { classifyByColumn, parseDecision } from '../../../nodes/shared/catalog/kinds';
import { listUsualFields, MONEY_COLUMNS } from '../../../nodes/shared/catalog/money';
import { TIME_ZONES, timeZoneLabel } from '../../../nodes/shared/catalog/timeZones';
import { DEFINITIONS } from '../../../sandbox/reporting/catalog/definitions';

/** Group, prefix, number of fields: counted in the specification by hand. */
const GROUPS: Array<[string, string | undefined, number]> = [
	['Application', 'Application', 5],
	['Authorization results', undefined, 2],
	['BankInfo', 'BankInfo', 6],
	['Batch', undefined, 4],
	['BillTo', 'BillTo', 19],
	['Chargeback and retrieval', undefined, 24],
	['Check', 'Check', 3],
	['Conversion', undefined, 7],
	['Deposit', undefined, 17],
	['Device', undefined, 1],
	['Event', undefined, 5],
	['Exception', undefined, 38],
	['Fee', undefined, 27],
	['Fee summary', undefined, 11],
	['Fund transfer', 'FundTransfer', 2],
	['Funding', 'Funding', 17],
	['Gift card', undefined, 3],
	['Healthcare', undefined, 4],
	['Invoice', 'Invoice', 2],
	['PaymentMethod', 'PaymentMethod', 18],
	['TMSToken', undefined, 3],
	['Token', undefined, 2],
	['Travel', 'Travel', 11],
	['VEReq', 'VEReq', 3],
	['VERes', 'VERes', 3],
];

describe('the field catalog', () => {
	it.each(GROUPS)('has the group %s with prefix %s and %i fields', (name, prefix, count) => {
		const group = FIELD_GROUPS.find((candidate) => candidate.name === name);
		expect(group?.prefix).toBe(prefix);
		expect(CATALOG_FIELDS.filter(({ group: of }) => of === name)).toHaveLength(count);
	});

	it('has fields of several groups with the same wire name', () => {
		const amounts = CATALOG_FIELDS.filter(({ wireName }) => wireName === 'Amount');
		expect(amounts.map(({ group }) => group)).toEqual(['Deposit', 'Event', 'Healthcare']);
	});

	it('knows from its name what a field holds', () => {
		const named = (kind: string) => [
			...new Set(
				CATALOG_FIELDS.map(({ wireName }) => wireName).filter(
					(name) => guessKindByName(name) === kind,
				),
			),
		];
		expect(named('amount')).toHaveLength(18);
		expect(named('currency')).toHaveLength(18);
		expect(named('time')).toHaveLength(16);
	});

	it('keeps the three names of a gift card field as the specification lists them', () => {
		const description = (name: string) =>
			CATALOG_FIELDS.find(({ wireName }) => wireName === name)?.description;
		const names = (soapi: string, scmp: string): unknown =>
			expect.stringContaining(`(in CSV: ${soapi} in SOAPI, ${scmp} in SCMP)`);
		expect(['Current Balance', 'Previous Balance', 'Redemption Type'].map(description)).toEqual([
			names('giftCard_currentBalance', 'gift_card_current_balance'),
			names('giftCard_previousBalance', 'gift_card_previous_balance'),
			names('giftCard_previousBalance', 'gift_card_redemption_type'),
		]);
	});
});

describe('the time zones', () => {
	it('are 90, each known to the calendar', () => {
		expect(TIME_ZONES).toHaveLength(90);
		expect(new Set(TIME_ZONES).size).toBe(90);
		expect(TIME_ZONES.filter((zone) => !DateTime.utc().setZone(zone).isValid)).toEqual([]);
	});

	it.each([
		['Europe/Berlin', '2026-01-15', 'Europe/Berlin (UTC+01:00)'],
		['Europe/Berlin', '2026-07-15', 'Europe/Berlin (UTC+02:00)'],
		['America/New_York', '2026-07-15', 'America/New York (UTC-04:00), Eastern Time'],
		['Asia/Calcutta', '2026-07-15', 'Asia/Calcutta (UTC+05:30), Kolkata, India'],
		['GMT', '2026-07-15', 'GMT (UTC+00:00), UTC'],
		['Asia/Kolkata', '2026-07-15', 'Asia/Kolkata (UTC+05:30)'],
	])('label %s on %s as %s', (zone, day, label) => {
		expect(timeZoneLabel(zone, DateTime.fromISO(day, { zone: 'utc' }))).toBe(label);
	});
});

describe('the catalog knows', () => {
	it.each([
		['Application.Name', 'sale', ['ics_auth_bill', 'ics_direct_debit', 'ics_pinless_debit']],
		['CaseType', 'noMoney', ['Inquiry', 'Information Request', 'Copy Request']],
	])('by %s what is %s: %j', (column, kind, values) => {
		const kinds = values.map((value) => classifyByColumn('payments', column, value)?.kind);
		expect(kinds).toEqual(values.map(() => kind));
	});

	it.each([
		['declined', ['VOIDED', 'Cancelled', 'Returned', 'Settlement error', 'Not funded', 'N']],
		['pending', ['Scheduled', 'Queued', 'In processing']],
	])('by a status what is %s: %j', (decision, values) => {
		const decisions = values.map((value) => parseDecision('Status', value));
		expect(decisions).toEqual(values.map(() => decision));
	});

	it('each fee, each type by its number, and a deposit that is taken back', () => {
		const fees = CATALOG_FIELDS.filter(
			({ group, name }) => group === 'Fee' && /Amount$/.test(name),
		);
		const { amounts } = MONEY_COLUMNS.FeeDetailClass;
		expect(amounts.map(([amount]) => amount)).toEqual(
			expect.arrayContaining(fees.map(({ wireName }) => wireName)),
		);
		const named = DEFINITIONS.map(({ id }) => resolveDefinitionName('', String(id)));
		expect(named).toEqual(DEFINITIONS.map(({ name }) => name));
		const takenBack = { kind: 'deposit', direction: 'out' };
		expect(classifyByColumn('deposits', 'Type', 'Withdrawal')).toEqual(takenBack);
	});

	it('the words of a name', () => {
		expect(readableName('settlementStatus_status')).toBe('Settlement Status');
		expect(guessKindByName('created_datetime')).toBe('time');
	});

	it('the elements of XML around a field', () => {
		const columns = [
			...['Batch.BatchID', 'Chargeback.CaseType', 'Conversion.Queue', 'Deposit.Type'],
			...['Event.EventDate', 'Exception.Action', 'gift_card.Current Balance'],
			...['PaymentMethod.Card.CardType', 'ApplicationReplies.ApplicationReply.Name'],
		];
		expect(columns.filter((column) => fieldNamesOfColumn(column).length === 0)).toEqual([]);
	});
});

test('Of a report type whose fields the service does not list, the usual ones are those that totals need', () => {
	expect(listUsualFields('DepositDetailClass', [])).toEqual([
		...['Request.RequestID', 'Request.TransactionDate', 'Type', 'Status', 'Amount', 'Currency'],
		'Request.MerchantReferenceNumber',
	]);
	expect(listUsualFields('DepositDetailClass', ['amount', 'X'])).toEqual(['amount']);
});
