import { fieldNamesOfColumn, withoutNumbers } from '../catalog/fields';
import {
	AUTHORIZATION_ROW,
	type Classification,
	classifyByColumn,
	declinesOnlyChecks,
	type RowKind,
	UNCLASSIFIED,
	KIND_BY_SUBJECT,
	type RowDecision,
	parseDecision,
} from '../catalog/kinds';
import {
	type AmountRole,
	decisionColumnsOf,
	MONEY_COLUMNS,
	type MoneyColumns,
	moneyColumnsOf,
	type SummedRole,
	UNKNOWN_REPORT_COLUMNS,
} from '../catalog/money';
import { formatInteger } from '../text';
import { isFeeColumn } from './columns';
import {
	findClassifyingFields,
	findFirstMeaning,
	type LooseNameAndSlot,
	looseColumnName,
} from './classifyingFields';

/** In a note. */
const MAX_KINDS = 20;
const MAX_KIND_LENGTH = 40;

const DECLINED: Classification = { kind: 'declined', direction: 'in' };

const REVERSALS =
	'The report does not say what its reversals reverse: they count against sales where there are no authorizations';
const FUNDING_FEES =
	'Net leaves out Funding.FeeAmount, because the report does not say whether the funding amount is after fees';
const AUTHORIZATIONS = 'All accepted rows are authorizations: no money has moved';
const EVENTS = 'A payment counts once for each of its events';
/** Where a summary has a row for each fee. */
const FEE_ROWS = ['FeeDescription', 'FeeType'];
const MANY_FEES =
	'Sales and refunds count once for each fee that has a row. Keep one fee with Row Filter';
const CHECKS = 'Checks of payers move no money: net leaves out their amounts';
const REVIEW_FIELDS = ['Application.Rflag', 'Application.ReasonCode'];
const REVIEWS = `The totals may include payments in review, because the report does not show whether there are any. To leave them out, add the field ${REVIEW_FIELDS[0]} to the report`;

/** Where rows are requests, of which some are declined. */
const APPLICATIONS = 'Application.Name';
const REQUEST_KINDS = ['PaymentData.Type', APPLICATIONS];

/** What counts if nothing tells a kind or a decision, by what the report is about. */
const UNTOLD: Partial<Record<string, string>> = {
	'payments decision': 'Declined transactions are included',
	'payments kind': 'Refunded transactions are included',
	'chargebacks kind': 'All rows count as chargebacks, retrievals and reversals too',
	'deposits decision': 'Pending and failed deposits are included',
	'deposits kind': 'All rows count as credits',
};

/** Nobody chooses their fields. */
const ON_DEMAND = [
	MONEY_COLUMNS.netFunding,
	MONEY_COLUMNS.paymentBatchSummary,
	MONEY_COLUMNS.purchaseRefundDetail,
];

/** No report has all fields of the catalog. */
const addField = (field: string): string => `add the field ${field} if the report offers it`;

/** The second of two columns of one name, not a column of a second element in the row. */
const isCopy = (column: string): boolean => /[._]\d+$/.test(column);

/** Tells what each row is to the merchant: a sale, a refund, or no money that moved. */
export class RowKindClassifier {
	private readonly columns: MetColumn[] = [];
	/** Undefined until it is needed, and after more columns were met. */
	private known?: ColumnReading;
	private readonly seen = new Set<RowKind>();
	/** How many rows have each unknown value, by the column; '' for kinds. */
	private readonly unknown = new Map<string, Map<string, number>>();
	/** The names of events that count as sales: one payment may have several. */
	private readonly saleEvents = new Set<string>();
	private added: ReadonlySet<SummedRole> = new Set();
	/** Whether it is known which rows were declined. */
	private showsDeclined: boolean;

	/** `definition`: the type of the report, if known. `isAcceptedOnly`: whether nothing in it was declined at once. */
	constructor(
		private readonly definition?: string,
		private readonly isAcceptedOnly = false,
	) {
		this.showsDeclined = isAcceptedOnly;
	}

	private get reading(): ColumnReading {
		return (this.known ??= readColumns(this.columns, this.definition));
	}

	/** In summaries, the column that counts the transactions of an amount. */
	countOf(amount: string): string | undefined {
		return this.reading.money.amounts.find(([name]) => name === amount)?.[3];
	}

	addColumns(names: readonly string[], slots: readonly number[]): void {
		this.columns.push(
			...names.map((name, index) => ({
				slot: slots[index],
				loose: looseColumnName(name),
				fields: possibleFields(name),
			})),
		);
		this.known = undefined;
	}

	/** Which of these amounts are added up, and as what. */
	rolesOf(amounts: readonly string[]): ReadonlyMap<string, SummedRole> {
		const { money } = this.reading;
		const roles = new Map(amounts.map((name) => [name, roleOf(money, possibleFields(name))]));
		const all = [...roles.values()];
		const counted = all.includes('main') ? 'main' : 'fallback';
		const unnamed = amounts.filter((name) => roles.get(name) === undefined && !isFeeColumn(name));
		const sumRole = (name: string, role?: AmountRole): SummedRole | undefined => {
			if (role === counted) return isCopy(name) ? 'each' : 'main';
			if (role !== undefined || all.includes(counted)) {
				return role === 'excluded' ? undefined : role;
			}
			return isFeeColumn(name) ? 'fee' : unnamed.length === 1 ? 'main' : 'each';
		};
		const added = new Map<string, SummedRole>();
		for (const [name, role] of roles) {
			const own = sumRole(name, role);
			if (own !== undefined) added.set(name, own);
		}
		this.added = new Set(added.values());
		return added;
	}

	classify(cells: readonly string[]): Classification {
		const found = this.find(cells);
		this.seen.add(found.kind);
		return found;
	}

	get hasAmounts(): boolean {
		return this.reading.money.amounts.length > 0 || this.added.size > 0;
	}

	get isNetKnown(): boolean {
		const { money, kinds, fields } = this.reading;
		if (this.seen.size === 0) return true;
		if (money === MONEY_COLUMNS.purchaseRefundDetail) {
			// The service may have no settlement at all for these purchases.
			const [[amount, currency]] = money.amounts;
			if (![amount, currency, ...money.kind].some((field) => fields.has(field))) return true;
		}
		return (money.subject !== 'payments' || kinds.length > 0) && this.added.size > 0;
	}

	get hasFees(): boolean {
		const { money } = this.reading;
		const hasAmount = money.amounts.some(([, , role]) => role === 'fee') || this.added.has('fee');
		const { subject: are } = money;
		return (
			hasAmount || are === 'fees' || money === MONEY_COLUMNS.netFunding || this.seen.has('fee')
		);
	}

	notes(): string[] {
		if (this.seen.size === 0) return [];
		const { money, fields } = this.reading;
		const { subject: are } = money;
		const accepted = [...this.seen].filter((one) => one !== 'declined');
		const hasFundingFees =
			money === MONEY_COLUMNS.FundingDetailClass && fields.has('Funding.FeeAmount');
		const events = [...this.saleEvents];
		const notes: Array<[isSo: boolean, note: string]> = [
			[accepted.join() === 'authorization', AUTHORIZATIONS],
			[this.seen.has('reversal'), REVERSALS],
			[hasFundingFees, FUNDING_FEES],
			[are === 'checks', CHECKS],
			[are === 'payments' && FEE_ROWS.some((field) => fields.has(field)), MANY_FEES],
			[are === 'exceptions', 'Net leaves out exceptions'],
			[events.length > 1, `${EVENTS}: ${events.join(', ')}. Keep one of them with Row Filter`],
			[this.lacksReviews, REVIEWS],
		];
		return [
			...this.lacking(),
			...notes.flatMap(([isSo, note]) => (isSo ? note : [])),
			...this.unknownNotes(),
		];
	}

	private lacking(): string[] {
		const { money, kinds, decisions, fields } = this.reading;
		const { subject: are, amounts } = money;
		if (ON_DEMAND.includes(money)) {
			const lacks = kinds.length > 0 ? `have ${amounts[0][0]}` : 'tell sales from refunds';
			return this.isNetKnown ? [] : [`The report does not ${lacks}`];
		}
		if (this.added.size === 0) {
			return amounts.length === 0 ? [] : [`The report has no amounts: ${addField(amounts[0][0])}`];
		}
		const hasRequests = kinds.some(({ field }) => REQUEST_KINDS.includes(field));
		const isShown = {
			decision:
				are === 'payments'
					? this.showsDeclined || (kinds.length > 0 && !hasRequests)
					: decisions.length > 0,
			kind: kinds.length > 0,
		};
		return (['decision', 'kind'] as const).flatMap((role) => {
			const words = UNTOLD[`${are} ${role}`];
			const field = money[role].find((name) => !fields.has(name));
			return isShown[role] || words === undefined || field === undefined
				? []
				: `${words}: ${addField(field)}`;
		});
	}

	/** A payment in review has code 1 too. */
	private get lacksReviews(): boolean {
		const decisions = this.reading.decisions.map(({ field }) => field);
		const isBlind =
			decisions.includes('Application.Rcode') &&
			!REVIEW_FIELDS.some((field) => decisions.includes(field));
		return isBlind && this.seen.has('sale') && this.added.size > 0 && this.showsDeclined;
	}

	private unknownNotes(): string[] {
		return [...this.unknown].map(([field, counts]) => {
			if (field !== '') {
				const values = [...counts.keys()].join(', ');
				const are = this.isDecision(field) ? 'unclassified' : 'accepted';
				return `${field} has values that are not known: ${values}. Their rows are ${are}`;
			}
			const kinds = [...counts].map(([kind, count]) => `${kind} (${formatInteger(count)})`);
			return `Unclassified rows, which Net leaves out, are of these kinds: ${kinds.join(', ')}`;
		});
	}

	private find(cells: readonly string[]): Classification {
		const { money, kinds } = this.reading;
		const verdict = this.verdictOn(cells);
		if (verdict === 'declined') return DECLINED;
		if (verdict === 'unknown') return UNCLASSIFIED;
		const found = findFirstMeaning(kinds, cells)?.meaning ?? this.withoutKind(cells);
		if (found.kind === 'sale' && money === MONEY_COLUMNS.ProcessorEventsDetailClass) {
			this.saleEvents.add(kinds[0].valueIn(cells).trim());
		}
		if (verdict === 'inReview' || verdict === 'pending') {
			return { kind: verdict, direction: found.direction };
		}
		if (found === UNCLASSIFIED && kinds.length > 0) {
			const said = kinds.map((kind) => kind.valueIn(cells).trim()).find(Boolean);
			this.countUnknown('', said ?? '');
		}
		return found;
	}

	/** A row without a kind is what the report is about; one with an unknown kind may be anything. */
	private withoutKind(cells: readonly string[]): Classification {
		const { money, kinds, slots } = this.reading;
		const isSilent = kinds.every((kind) => kind.valueIn(cells).trim() === '');
		const has = (role: 'main' | 'fallback') =>
			slots[role].some((slot) => (cells[slot] ?? '').trim() !== '');
		if (money === MONEY_COLUMNS.purchaseRefundDetail && has('fallback') && !has('main')) {
			return AUTHORIZATION_ROW;
		}
		return isSilent && this.added.has('main') ? KIND_BY_SUBJECT[money.subject] : UNCLASSIFIED;
	}

	private verdictOn(cells: readonly string[]): RowDecision {
		const { decisions } = this.reading;
		const decision = findFirstMeaning(decisions, cells);
		if (decision === undefined) {
			// Nobody knows whether money moved in a row that lacks the decision.
			const silent = decisions.find((one) => one.valueIn(cells).trim() === '');
			return silent === undefined || this.isAcceptedOnly
				? 'accepted'
				: this.withUnknownDecision(silent.field, '');
		}
		const { field, value, meaning } = decision;
		if (meaning === 'unknown') return this.withUnknownDecision(field, value);
		this.showsDeclined = true;
		if (decisions.some((one) => one.meaningIn(cells) === 'inReview')) return 'inReview';
		return meaning === 'declined' && this.isCheckOnly(field, value, cells) ? 'accepted' : meaning;
	}

	/** Other groups have a Status too, so in a report of payments it may be no decision. */
	private isDecision(field: string): boolean {
		return field !== 'Status' || this.reading.money.subject !== 'payments';
	}

	private withUnknownDecision(field: string, value: string): RowDecision {
		const isDecision = this.isDecision(field);
		const isOfKnownType = value !== '' && this.reading.money !== UNKNOWN_REPORT_COLUMNS;
		if (isDecision || isOfKnownType) this.countUnknown(field, value);
		this.showsDeclined ||= isDecision;
		return isDecision ? 'unknown' : 'accepted';
	}

	private isCheckOnly(field: string, value: string, cells: readonly string[]): boolean {
		const applications = this.reading.kinds.find((kind) => kind.field === APPLICATIONS);
		return (
			applications !== undefined && declinesOnlyChecks(field, value, applications.valueIn(cells))
		);
	}

	private countUnknown(column: string, value: string): void {
		const counts = this.unknown.get(column) ?? new Map<string, number>();
		this.unknown.set(column, counts);
		const text = value.trim().slice(0, MAX_KIND_LENGTH) || '(none)';
		const name = counts.has(text) || counts.size < MAX_KINDS ? text : 'others';
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
}

type MetColumn = LooseNameAndSlot & { fields: readonly string[] };

const possibleFields = (column: string): string[] => [
	...[column, withoutNumbers(column)],
	...fieldNamesOfColumn(column),
];

type ColumnReading = ReturnType<typeof readColumns>;

function readColumns(columns: readonly MetColumn[], definition?: string) {
	const fields = new Set(columns.flatMap((column) => column.fields));
	const money = moneyColumnsOf(definition, fields) ?? UNKNOWN_REPORT_COLUMNS;
	const slotsOf = (role: AmountRole) =>
		columns.filter((column) => roleOf(money, column.fields) === role).map(({ slot }) => slot);
	return {
		money,
		fields,
		kinds: findClassifyingFields(money.kind, columns, (field, value) =>
			classifyByColumn(money.subject, field, value),
		),
		decisions: findClassifyingFields(decisionColumnsOf(money), columns, parseDecision),
		slots: { main: slotsOf('main'), fallback: slotsOf('fallback') },
	};
}

function roleOf({ amounts }: MoneyColumns, fields: readonly string[]): AmountRole | undefined {
	const found = amounts.find(([field]) => fields.includes(field));
	return found && (found[2] ?? 'main');
}
