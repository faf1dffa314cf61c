import type { IBinaryData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { storeBytes } from '../node/storeBytes';
import type { FailedItem, Joint } from '../node/resource';
import { refusal } from '../problem';
import type { ReadChoices } from '../report/choices';
import type { Gate } from '../spreadsheet/besideReading';
import type { MoneyTotal, Told } from '../spreadsheet/moneyTotal';
import type { Workbook } from '../spreadsheet/workbook';
import type { ContentChoices } from './choices';
import {
	asItCame,
	begun,
	notify,
	readAll,
	type ReportSource,
	type ReportSources,
	streamLike,
} from './reading';
import { Control, type ControlTotal } from './controlTotal';
import { newWorkbook, REPORT_SHEET, ReportTable, storeSmall } from './spreadsheet';

export type JointChoices = Extract<ContentChoices, { output: 'workbook' }>;

/** A report to be added, and what must be true of what was read of it. */
export interface AddedReport {
	/** In words, for messages. */
	what: string;
	sources: ReportSources;
	choices: JointChoices;
	insist: (control: ControlTotal) => void;
}

const withoutTransactions = (what: string): string =>
	`${what}: the service has no transactions for it`;

const nameOf = ({ whole, fileName }: ReportSource): string => whole?.reportName ?? fileName;

/** The file on its way to n8n's store. */
interface Storing {
	gate: Promise<Gate>;
	/** Lets the file end. */
	close(): void;
	breakOff(): void;
	stored: Promise<IBinaryData>;
}

/** One workbook of the reports of all input items, each on a sheet of its own. */
export class JointWorkbook implements Joint {
	readonly notMade = 'No workbook was made.';
	private readonly workbook: Workbook<MoneyTotal>;
	private readonly reports: IDataObject[] = [];
	private readonly missing: string[] = [];
	private readonly notes: string[] = [];
	/** What some report shows. */
	private readonly told: Told = { tellsKinds: false, hasFees: false };
	private storing?: Storing;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly choices: JointChoices,
	) {
		if (choices.format !== 'xlsx') {
			throw refusal('one workbook for all inputs has to be Excel', undefined, 'Spreadsheet Format');
		}
		this.workbook = newWorkbook(choices, true, () => this.told);
	}

	/** Reads a report into the next sheet. */
	async add(added: AddedReport): Promise<void> {
		const { first, all, zoned } = await begun(added.sources, added.choices.read);
		if (first === undefined) {
			added.insist(new Control().total());
			this.isMissing(withoutTransactions(added.what));
			return;
		}
		try {
			await this.fill(first, zoned, { ...added, sources: all });
		} finally {
			// It may not have been read at all.
			first.stream.bytes.destroy();
		}
	}

	private async fill(
		first: ReportSource,
		read: ReadChoices,
		{ what, sources, choices, insist }: AddedReport,
	): Promise<void> {
		this.refuseOtherGroups(choices);
		this.storing ??= this.store(first);
		const { gate, stored } = this.storing;
		// Where the file cannot be stored, nothing lets the next bytes through.
		const pass = await Promise.race([gate, stored.then(() => gate)]);
		const { isAcceptedOnly } = first;
		const { groupBy } = choices;
		const table = { read, groupBy, isAcceptedOnly };
		const report = new ReportTable(nameOf(first), this.workbook, table);
		report.sink.whole = first.whole;
		let control = new Control().total();
		await report.fill(async () => {
			control = await readAll(this.context, sources, choices, report.sink, (source) => {
				const bytes = asItCame(source);
				return { ...bytes, bytes: pass(bytes.bytes) };
			});
			insist(control);
			return control.checked;
		});
		const { sheet, classifier, sink } = report;
		const { rows, rowsRead } = control;
		if (rowsRead === 0) this.isMissing(withoutTransactions(what));
		this.told.tellsKinds ||= classifier.tellsKinds;
		this.told.hasFees ||= classifier.hasFees;
		this.notes.push(...classifier.notes().map((note) => `${sheet}: ${note}`));
		this.reports.push({ sheet, ...sink.details, rows, controlTotal: { ...control } });
	}

	async finish(failed: readonly FailedItem[]): Promise<INodeExecutionData[]> {
		const isQuiet = this.missing.length > 0;
		for (const { row, reason } of failed) this.isMissing(`Row ${row}: ${reason}`);
		if (this.reports.length === 0 && !isQuiet) return [];
		const file = await this.file();
		const { workbook, reports, missing, notes } = this;
		for (const words of [...workbook.differences, ...missing]) notify(this.context, words);
		for (const note of notes) notify(this.context, `${note}.`);
		const json = { ...workbook.summary, totalsNotes: notes, reports, missing };
		return [{ json, binary: { [this.choices.binaryPropertyName]: file } }];
	}

	private async file(): Promise<IBinaryData> {
		if (this.storing !== undefined) {
			this.storing.close();
			return await this.storing.stored;
		}
		const { read, groupBy } = this.choices;
		const { zoned } = await begun([], read);
		const nothing = new ReportTable(REPORT_SHEET, this.workbook, { read: zoned, groupBy });
		const bytes = this.workbook.bytes(
			async () => await nothing.fill(async () => await Promise.resolve([])),
		);
		return await storeSmall(this.context, bytes, this.workbook.mimeType);
	}

	async end(): Promise<void> {
		if (this.storing === undefined) return;
		this.storing.breakOff();
		await Promise.allSettled([this.storing.stored]);
	}

	private isMissing(what: string) {
		this.missing.push(what);
		this.workbook.isMissing(what);
	}

	private store(first: ReportSource): Storing {
		let open: (gate: Gate) => void;
		let close = () => {};
		let breakOff = () => {};
		const gate = new Promise<Gate>((resolve) => (open = resolve));
		const ended = new Promise<void>((resolve, reject) => {
			close = resolve;
			breakOff = () => reject(new Error('The workbook is not finished'));
		});
		const bytes = this.workbook.bytes(async (pass) => {
			open(pass);
			await ended;
		});
		const others = this.context.getInputData().length - 1;
		const stored = storeBytes(this.context, {
			bytes: streamLike(first.stream, bytes),
			fileName: others > 0 ? `${nameOf(first)} and ${others} more` : nameOf(first),
			mimeType: this.workbook.mimeType,
		});
		return { gate, close, breakOff, stored };
	}

	private refuseOtherGroups({ groupBy: other }: JointChoices) {
		const { groupBy } = this.choices;
		if (other.join('\n') === groupBy.join('\n')) return;
		throw refusal(
			'has to be the same for all items of one workbook',
			`The first item has: ${groupBy.join(', ') || 'none'}.`,
			'Group Totals By',
		);
	}
}
