import { fieldsOfColumn, withoutNumbers } from '../catalog/fields';
import {
	AUTHORIZATION,
	type Classified,
	kindByColumn,
	declinesOnlyChecks,
	type RowKind,
	UNCLASSIFIED,
	USUAL_KIND,
	type Verdict,
	verdictOf,
} from '../catalog/kinds';
import {
	type AmountRole,
	decisionsOf,
	MONEY,
	type MoneyColumns,
	moneyColumnsOf,
	UNKNOWN_REPORT,
} from '../catalog/money';
import { number } from '../text';
import { isFee } from './columns';
import {
	type Answered,
	answerOf,
	firstAnswer,
	isTelling,
	isInReport,
	looseColumn,
	telling,
	type TellingColumn,
	valueOf,
} from './tellingColumns';

/** In a note; further ones are left out. */
const MOST_KINDS = 20;
const LONGEST_KIND = 40;

const DECLINED: Classified = { kind: 'declined', direction: 'in' };

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

/** What counts where nothing tells a kind or a decision, by what the report is about. */
const UNTOLD: Partial<Record<string, string>> = {
	'payments decision': 'Declined transactions are included',
	'payments kind': 'Refunded transactions are included',
	'chargebacks kind': 'All rows count as chargebacks, retrievals and reversals too',
	'deposits decision': 'Pending and failed deposits are included',
	'deposits kind': 'All rows count as credits',
};

/** No report has all fields of the catalog. */
const addField = (field: string): string => `add the field ${field} if the report offers it`;

/** The second of two columns of one name, and not one of a second element in the row. */
const isCopy = (column: string): boolean => /[._]\d+$/.test(column);

/** How an amount is added up: `each` on its own, where nothing tells which of several is the one. */
export type SumRole = Exclude<AmountRole, 'beside'> | 'each';

/** Tells for each row what it is to the merchant: a sale, a refund, or no money that moved. */
export class Classifier {
	private money: MoneyColumns = UNKNOWN_REPORT;
	private kinds: Array<TellingColumn<Classified>> = [];
	private decisions: Array<TellingColumn<Verdict>> = [];
	private readonly met = new Map<string, number>();
	/** The fields that its columns may be. */
	private readonly fields = new Set<string>();
	/** Where the amounts of each role are. */
	private readonly amounts = new Map<AmountRole, number[]>();
	private readonly seen = new Set<RowKind>();
	/** The values that are not known and how many rows have each, by the column; '' for kinds. */
	private readonly unknown = new Map<string, Map<string, number>>();
	/** What the events are called that count as sales: one payment may have several. */
	private readonly saleEvents = new Set<string>();
	/** As what amounts are added up. */
	private added: ReadonlySet<SumRole> = new Set();

	/** Whether it is known, or some row says, which ones were declined. */
	private tellsDeclined: boolean;

	/** `definition`: the type of the report, where it is known; `isAcceptedOnly`: whether nothing in it was declined at once. */
	constructor(
		private readonly definition?: string,
		private readonly isAcceptedOnly = false,
	) {
		this.tellsDeclined = isAcceptedOnly;
		this.readAs(moneyColumnsOf(definition, this.fields) ?? UNKNOWN_REPORT);
	}

	/** Nobody chooses the fields of a report on demand. */
	private get isOnDemand(): boolean {
		return [MONEY.netFunding, MONEY.paymentBatchSummary, MONEY.purchaseRefundDetail].includes(
			this.money,
		);
	}

	/** The column that says how many transactions an amount is of, where rows are summaries. */
	countOf(amount: string): string | undefined {
		return this.money.amounts.find(([name]) => name === amount)?.[3];
	}

	/** To be called with the columns that a report has, and where their cells are. */
	addColumns(columns: readonly string[], slots: readonly number[]): void {
		columns.forEach((column, index) => {
			for (const field of [column, ...fieldsOfColumn(column)]) this.fields.add(field);
			const role = this.roleOf(column);
			if (role !== undefined)
				this.amounts.set(role, [...(this.amounts.get(role) ?? []), slots[index]]);
			if (!isTelling(column)) return;
			this.met.set(column, slots[index]);
			this.place(column, slots[index]);
		});
		const money = moneyColumnsOf(this.definition, this.fields) ?? UNKNOWN_REPORT;
		if (money !== this.money) this.readAs(money);
	}

	/** Which of these amounts of the report are added up, and as what. */
	rolesOf(amounts: readonly string[]): ReadonlyMap<string, SumRole> {
		const roles = new Map(amounts.map((name) => [name, this.roleOf(name)]));
		const all = [...roles.values()];
		const counted = all.includes('main') ? 'main' : 'instead';
		const isUnnamed = (name: string) => roles.get(name) === undefined && !isFee(name);
		const only = amounts.filter(isUnnamed).length === 1 ? 'main' : 'each';
		const sumRole = (name: string, role?: AmountRole): SumRole | undefined => {
			if (role === counted) return isCopy(name) ? 'each' : 'main';
			if (role !== undefined || all.includes(counted)) {
				return role === 'beside' ? undefined : role;
			}
			return isFee(name) ? 'fee' : only;
		};
		const added = new Map<string, SumRole>();
		for (const [name, role] of roles) {
			const own = sumRole(name, role);
			if (own !== undefined) added.set(name, own);
		}
		this.added = new Set(added.values());
		return added;
	}

	/** What the row is, and which way the money of its main amount goes. */
	classify(cells: readonly string[]): Classified {
		const found = this.find(cells);
		this.seen.add(found.kind);
		return found;
	}

	/** Whether a report of this type has any amounts, or this one has. */
	get hasAmounts(): boolean {
		return this.money.amounts.length > 0 || this.added.size > 0;
	}

	/** Whether the report can say what net is. */
	get tellsNet(): boolean {
		const tellsKinds = this.money.are !== 'payments' || this.kinds.some(isInReport);
		return this.seen.size === 0 || this.isUnsettled || (tellsKinds && this.added.size > 0);
	}

	/** Whether the service has no settlement at all for these purchases. */
	private get isUnsettled(): boolean {
		const [[amount, currency] = []] = this.money.amounts;
		const ofSettlements = [amount, currency, ...this.money.kind];
		const isThere = ofSettlements.some((field) => field !== undefined && this.fields.has(field));
		return this.money === MONEY.purchaseRefundDetail && !isThere;
	}

	/** Whether the report has any place for fees. */
	get hasFees(): boolean {
		const { are, amounts } = this.money;
		const hasAmount = amounts.some(([, , role]) => role === 'fee') || this.added.has('fee');
		return hasAmount || are === 'fees' || this.money === MONEY.netFunding || this.seen.has('fee');
	}

	/** What the user should know of the totals. */
	notes(): string[] {
		if (this.seen.size === 0) return [];
		const { are } = this.money;
		const accepted = [...this.seen].filter((one) => one !== 'declined');
		const hasFundingFees =
			this.money === MONEY.FundingDetailClass && this.fields.has('Funding.FeeAmount');
		const events = [...this.saleEvents];
		const notes: Array<[isSo: boolean, note: string]> = [
			[accepted.join() === 'authorization', AUTHORIZATIONS],
			[this.seen.has('reversal'), REVERSALS],
			[hasFundingFees, FUNDING_FEES],
			[are === 'checks', CHECKS],
			[are === 'payments' && FEE_ROWS.some((field) => this.fields.has(field)), MANY_FEES],
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
		const { are, amounts } = this.money;
		if (this.isOnDemand) {
			const lacks = this.kinds.some(isInReport)
				? `have ${amounts[0][0]}`
				: 'tell sales from refunds';
			return this.tellsNet ? [] : [`The report does not ${lacks}`];
		}
		if (this.added.size === 0) {
			return amounts.length === 0 ? [] : [`The report has no amounts: ${addField(amounts[0][0])}`];
		}
		const names = this.money === UNKNOWN_REPORT ? MONEY.TransactionRequestClass : this.money;
		const kinds = this.kinds.filter(isInReport);
		const hasRequests = kinds.some(({ field }) => REQUEST_KINDS.includes(field));
		const isTold = {
			decision:
				are === 'payments'
					? this.tellsDeclined || (kinds.length > 0 && !hasRequests)
					: this.decisions.some(isInReport),
			kind: kinds.length > 0,
		};
		return (['decision', 'kind'] as const).flatMap((role) => {
			const words = UNTOLD[`${are} ${role}`];
			const field = names[role].find((name) => !this.fields.has(name));
			return isTold[role] || words === undefined || field === undefined
				? []
				: `${words}: ${addField(field)}`;
		});
	}

	/** A code alone is 1 for a payment in review too. */
	private get lacksReviews(): boolean {
		const isThereFor = (field: string) =>
			this.decisions.some((one) => one.field === field && isInReport(one));
		const isBlind = !REVIEW_FIELDS.some(isThereFor) && isThereFor('Application.Rcode');
		return isBlind && this.seen.has('sale') && this.added.size > 0 && this.tellsDeclined;
	}

	private unknownNotes(): string[] {
		return [...this.unknown].map(([field, counts]) => {
			if (field !== '') {
				const values = [...counts.keys()].join(', ');
				const are =
					field === 'Status' && this.money.are === 'payments' ? 'accepted' : 'unclassified';
				return `${field} has values that are not known: ${values}. Their rows are ${are}`;
			}
			const kinds = [...counts].map(([kind, count]) => `${kind} (${number(count)})`);
			return `Unclassified rows, which Net leaves out, are of these kinds: ${kinds.join(', ')}`;
		});
	}

	private find(cells: readonly string[]): Classified {
		const verdict = this.verdictOn(cells);
		if (verdict === 'declined') return DECLINED;
		if (verdict === 'unknown') return UNCLASSIFIED;
		const found = firstAnswer(this.kinds, cells)?.answer ?? this.withoutKind(cells);
		if (found.kind === 'sale' && this.money === MONEY.ProcessorEventsDetailClass) {
			this.saleEvents.add(valueOf(this.kinds[0], cells).trim());
		}
		if (verdict === 'inReview' || verdict === 'pending') {
			return { kind: verdict, direction: found.direction };
		}
		if (found === UNCLASSIFIED && this.kinds.some(isInReport)) {
			const said = this.kinds.map((kind) => valueOf(kind, cells).trim()).find(Boolean);
			this.countUnknown('', said ?? '');
		}
		return found;
	}

	/** What says nothing of itself is what the report is about; a kind that is not known may be anything. */
	private withoutKind(cells: readonly string[]): Classified {
		const isSilent = this.kinds.every((kind) => valueOf(kind, cells).trim() === '');
		const has = (role: AmountRole) =>
			this.amounts.get(role)?.some((slot) => (cells[slot] ?? '').trim() !== '') === true;
		if (this.money === MONEY.purchaseRefundDetail && has('instead') && !has('main')) {
			return AUTHORIZATION;
		}
		return isSilent && this.added.has('main') ? USUAL_KIND[this.money.are] : UNCLASSIFIED;
	}

	private verdictOn(cells: readonly string[]): Verdict {
		const decision = firstAnswer(this.decisions, cells);
		if (decision === undefined) {
			// Where a row lacks what others say, nobody knows whether money has moved.
			const silent = this.decisions.find(
				(one) => isInReport(one) && valueOf(one, cells).trim() === '',
			);
			return silent === undefined || this.isAcceptedOnly
				? 'accepted'
				: this.withUnknownDecision({ field: silent.field, value: '', answer: 'unknown' });
		}
		if (decision.answer === 'unknown') return this.withUnknownDecision(decision);
		this.tellsDeclined = true;
		const isInReview = this.decisions.some(
			(one) => isInReport(one) && answerOf(one, valueOf(one, cells)) === 'inReview',
		);
		if (isInReview) return 'inReview';
		return decision.answer === 'declined' && this.isCheckOnly(decision, cells)
			? 'accepted'
			: decision.answer;
	}

	/** Other groups have a Status too: in a report of payments it may be no decision. */
	private withUnknownDecision({ field, value }: Answered<Verdict>): Verdict {
		const isDecision = field !== 'Status' || this.money.are !== 'payments';
		const isTold = value.trim() !== '' && this.money !== UNKNOWN_REPORT;
		if (isDecision || isTold) this.countUnknown(field, value);
		this.tellsDeclined ||= isDecision;
		return isDecision ? 'unknown' : 'accepted';
	}

	private isCheckOnly({ field, value }: Answered<Verdict>, cells: readonly string[]): boolean {
		const applications = this.kinds.find((kind) => kind.field === APPLICATIONS);
		return (
			applications !== undefined && declinesOnlyChecks(field, value, valueOf(applications, cells))
		);
	}

	private countUnknown(column: string, value: string): void {
		const counts = this.unknown.get(column) ?? new Map<string, number>();
		this.unknown.set(column, counts);
		const text = value.trim().slice(0, LONGEST_KIND) || '(none)';
		const name = counts.has(text) || counts.size < MOST_KINDS ? text : 'others';
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}

	/** What the catalog says of an amount in this type of report. */
	private roleOf(column: string): AmountRole | undefined {
		const fields = [column, withoutNumbers(column), ...fieldsOfColumn(column)];
		const found = this.money.amounts.find(([field]) => fields.includes(field));
		return found === undefined ? undefined : (found[2] ?? 'main');
	}

	private readAs(money: MoneyColumns): void {
		this.money = money;
		this.kinds = telling(money.kind, (field, value) => kindByColumn(money.are, field, value));
		this.decisions = telling(decisionsOf(money), verdictOf);
		for (const [column, slot] of this.met) this.place(column, slot);
	}

	private place(column: string, slot: number): void {
		const loose = looseColumn(column);
		for (const one of [...this.kinds, ...this.decisions]) {
			if (one.looseNames.has(loose) && !one.slots.includes(slot)) one.slots.push(slot);
		}
	}
}
