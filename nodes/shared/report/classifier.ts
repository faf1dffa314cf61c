import { columnNamesOf, fieldsOfColumn, looseName } from '../catalog/fields';
import {
	type Classified,
	classOf,
	DECISION_COLUMNS,
	FUNDING_STATUS,
	isAccepted,
	KIND_COLUMNS,
	MONEY,
	refusesChecksOnly,
	type RowClass,
	tellingColumns,
	UNKNOWN,
} from '../catalog/money';
import { number } from '../text';

interface Candidate<Answer> {
	field: string;
	/** What its values say; those that were met are remembered, as they are few and rows are many. */
	ask: (field: string, value: string) => Answer | undefined;
	known: Map<string, Answer | undefined>;
	looseNames: ReadonlySet<string>;
	/** Of its columns: an XML report has one for each reply to a request. */
	slots: number[];
}

interface Answered<Answer> {
	field: string;
	value: string;
	answer: Answer;
}

/** In a note; further ones are left out. */
const MOST_KINDS = 20;
const LONGEST_KIND = 40;
const MOST_REMEMBERED = 1000;

const NOT_ACCEPTED: Classified = { rowClass: 'notAccepted', sign: 1 };

/** Where rows are requests, of which some are declined. */
const APPLICATIONS = 'Application.Name';
const REQUEST_KINDS = ['PaymentData.Type', APPLICATIONS];

/** Most reports are of requests, and nothing but their type says whether they are. */
const REQUESTS = MONEY.TransactionRequestClass;

function includedUnless(kinds: readonly string[], decisions: readonly string[]): string {
	const included = [
		...(decisions.length > 0 ? ['declined'] : []),
		...(kinds.length > 0 ? ['refunded'] : []),
	].join(' and ');
	const fields = [...kinds, ...decisions];
	const isRequest = fields.every((field) => field.startsWith('Application.'));
	return [
		`${included.charAt(0).toUpperCase()}${included.slice(1)} transactions are included: add the`,
		`${fields.length > 1 ? 'fields' : 'field'} ${fields.join(' and ')} to the report`,
		...(isRequest ? ['if it offers them'] : []),
	].join(' ');
}

const candidates = <Answer>(
	fields: readonly string[],
	ask: Candidate<Answer>['ask'],
): Array<Candidate<Answer>> =>
	fields.map((field) => ({
		field,
		ask,
		known: new Map(),
		looseNames: new Set(columnNamesOf(field).similar.map(looseName)),
		slots: [],
	}));

const isThere = ({ slots }: Candidate<unknown>): boolean => slots.length > 0;

/** ApplicationReply.2.Name is another Name of ApplicationReply. */
const withoutNumbers = (column: string): string => column.replace(/[._]\d+(?=[._]|$)/g, '');

/** What a row has for it, with commas between where that is several. */
const valueOf = ({ slots }: Candidate<unknown>, cells: readonly string[]): string =>
	slots.length === 1
		? (cells[slots[0]] ?? '')
		: slots
				.map((slot) => cells[slot])
				.filter(Boolean)
				.join();

/** Tells for each row what it is to the merchant: a sale, a refund, or no money that moved. */
export class Classifier {
	private readonly telling = {
		decisions: candidates(DECISION_COLUMNS, isAccepted),
		kinds: candidates(KIND_COLUMNS, classOf),
		funding: candidates([FUNDING_STATUS], isAccepted),
	};
	private readonly classes = new Set<RowClass>();
	/** The fields that its columns may be. */
	private readonly fields = new Set<string>();
	/** How many rows are of a kind that is not known. */
	private readonly unknownKinds = new Map<string, number>();

	/** `tellsDeclined`: whether it is known, or some row says, which ones were declined. */
	constructor(private tellsDeclined = false) {}

	/** Whether a column helps to tell. */
	wants(column: string): boolean {
		return this.candidatesFor(column).length > 0;
	}

	/** To be called with the columns that a report has, and where their cells are. */
	meet(columns: readonly string[], slots: readonly number[]): void {
		columns.forEach((column, index) => {
			for (const field of fieldsOfColumn(column)) this.fields.add(field);
			for (const candidate of this.candidatesFor(column)) {
				if (!candidate.slots.includes(slots[index])) candidate.slots.push(slots[index]);
			}
		});
	}

	classOf(cells: readonly string[]): Classified {
		const found = this.find(cells);
		this.classes.add(found.rowClass);
		const isUnfunded = firstAnswer(this.telling.funding, cells)?.answer === false;
		return isUnfunded ? { ...found, isUnfunded } : found;
	}

	/** Whether the report can say which rows are sales. */
	get tellsKinds(): boolean {
		return this.telling.kinds.some(isThere);
	}

	get hasFees(): boolean {
		return this.classes.has('fees');
	}

	/** What the user should know of the totals. */
	notes(): string[] {
		if (this.classes.size === 0) return [];
		const lacking = this.lacking();
		const accepted = [...this.classes].filter((one) => one !== 'notAccepted');
		const isHeldOnly = accepted.join() === 'authorizedOnly';
		return [
			...(lacking === undefined ? [] : [lacking]),
			...(isHeldOnly ? ['All accepted rows are authorizations: no money has moved'] : []),
			...this.unknown(),
		];
	}

	private lacking(): string | undefined {
		const hasRequests = this.telling.kinds.some(
			(kind) => isThere(kind) && REQUEST_KINDS.includes(kind.field),
		);
		const { kind, decision } = tellingColumns(this.fields) ?? REQUESTS;
		const missing = (names: readonly string[]) =>
			names.filter((name) => !this.fields.has(name)).slice(0, 1);
		const kinds = this.tellsKinds ? [] : missing(kind);
		const needsDecision = !this.tellsDeclined && (hasRequests || !this.tellsKinds);
		const decisions = needsDecision ? missing(decision) : [];
		if (kinds.length + decisions.length > 0) return includedUnless(kinds, decisions);
		return this.tellsKinds ? undefined : 'This type of report does not tell sales from refunds';
	}

	private unknown(): string[] {
		if (this.unknownKinds.size === 0) return [];
		const kinds = [...this.unknownKinds].map(([kind, count]) => `${kind} (${number(count)})`);
		return [`Unclassified rows, which Net leaves out, are of these kinds: ${kinds.join(', ')}`];
	}

	private find(cells: readonly string[]): Classified {
		const decision = firstAnswer(this.telling.decisions, cells);
		this.tellsDeclined ||= decision !== undefined;
		if (decision?.answer === false && !this.refusesChecksOnly(decision, cells)) return NOT_ACCEPTED;
		const found = firstAnswer(this.telling.kinds, cells)?.answer ?? UNKNOWN;
		if (found !== UNKNOWN) return found;
		const said = this.telling.kinds.map((kind) => valueOf(kind, cells).trim()).find(Boolean);
		if (said !== undefined) this.meetUnknown(said.slice(0, LONGEST_KIND));
		return UNKNOWN;
	}

	private refusesChecksOnly(
		{ field, value }: Answered<boolean>,
		cells: readonly string[],
	): boolean {
		const applications = this.telling.kinds.find((kind) => kind.field === APPLICATIONS);
		return (
			applications !== undefined && refusesChecksOnly(field, value, valueOf(applications, cells))
		);
	}

	private meetUnknown(kind: string): void {
		const isNamed = this.unknownKinds.has(kind) || this.unknownKinds.size < MOST_KINDS;
		const name = isNamed ? kind : 'others';
		this.unknownKinds.set(name, (this.unknownKinds.get(name) ?? 0) + 1);
	}

	private candidatesFor(column: string): Array<Candidate<unknown>> {
		const loose = looseName(withoutNumbers(column));
		return [...this.telling.decisions, ...this.telling.kinds, ...this.telling.funding].filter(
			({ looseNames }) => looseNames.has(loose),
		);
	}
}

function firstAnswer<Answer>(
	among: ReadonlyArray<Candidate<Answer>>,
	cells: readonly string[],
): Answered<Answer> | undefined {
	for (const candidate of among) {
		if (!isThere(candidate)) continue;
		const value = valueOf(candidate, cells);
		const answer = answerOf(candidate, value);
		if (answer !== undefined) return { field: candidate.field, value, answer };
	}
	return undefined;
}

function answerOf<Answer>(
	{ field, ask, known }: Candidate<Answer>,
	value: string,
): Answer | undefined {
	if (known.has(value)) return known.get(value);
	const answer = ask(field, value);
	if (known.size < MOST_REMEMBERED) known.set(value, answer);
	return answer;
}
