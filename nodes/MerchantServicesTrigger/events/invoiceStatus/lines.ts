import type { FinishedKnown, Known, ReportedDates } from './known';

const CODES: Record<string, string> = {
	DRAFT: 'D',
	CREATED: 'C',
	SENT: 'S',
	PENDING: 'F',
	PARTIAL: 'P',
	PAID: 'X',
	CANCELED: 'Z',
};
const STATUSES = Object.fromEntries(Object.entries(CODES).map(([status, code]) => [code, status]));

const codeOf = (status: string): string => CODES[status] ?? status;
export const statusOf = (code: string): string => STATUSES[code] ?? code;

const REPORTED: ReadonlyArray<keyof ReportedDates> = [
	'overdue',
	'expiresSoon',
	'dueSoon',
	'expired',
];
const DAY = 86_400_000;

const writeNumber = (value: number | undefined): string => value?.toString(36) ?? '';
const writeCount = (value = 0): string => (value === 0 ? '' : value.toString(36));
const writeDate = (date: string | undefined): string =>
	date === undefined ? '' : Math.round(Date.parse(date) / DAY).toString(36);
const readDate = (text: string): string =>
	new Date(parseInt(text, 36) * DAY).toISOString().slice(0, 10);

/** The status before, and each one after it with what was paid. */
const writeAhead = ({ from, to }: NonNullable<Known['ahead']>): string =>
	[codeOf(from), ...to.map(({ status, amount = '' }) => `${codeOf(status)}:${amount}`)].join(';');

function readAhead(text: string): Known['ahead'] {
	const [from, ...to] = text.split(';');
	return {
		from: statusOf(from),
		to: to.map((step) => {
			const [code, amount] = step.split(':');
			return { status: statusOf(code), ...(amount && { amount }) };
		}),
	};
}

const writeLooks = (looks: Known['looks'] = []): string =>
	looks.map(({ status, balance = '' }) => `${codeOf(status)}:${balance}`).join(';');

const readLooks = (text: string): Known['looks'] =>
	text.split(';').map((look) => {
		const [code, balance] = look.split(':');
		return { status: statusOf(code), ...(balance && { balance }) };
	});

/** status|cursor|balance|reported dates|gone since|from|ahead,untimed,behind since,looks|id, with numbers and days in base 36. */
export function writeKnown(id: string, known: Known): string {
	const { cursor, reported, ahead, untimed, behindSince, looks } = known;
	const dates = REPORTED.map((name) => writeDate(reported?.[name])).join(',');
	const late = [
		ahead ? writeAhead(ahead) : '',
		writeCount(untimed),
		writeNumber(behindSince),
		writeLooks(looks),
	].join(',');
	return [
		codeOf(known.status),
		cursor ? `${writeNumber(cursor.at)}.${cursor.count}` : '',
		known.balance ?? '',
		dates === ',,,' ? '' : dates,
		writeNumber(known.goneSince),
		writeNumber(known.from),
		late === ',,,' ? '' : late,
		id,
	].join('|');
}

const KNOWN_LINE =
	/^[^|]*\|(-?[0-9a-z]+\.\d+)?\|[^|]*\|([0-9a-z]*,[0-9a-z]*,[0-9a-z]*,[0-9a-z]*)?\|[0-9a-z]*\|-?[0-9a-z]*\|([^|,]*,[0-9a-z]*(,[0-9a-z]*(,[^|,]*)?)?)?\|./s;

export const isKnownLine = (value: unknown): boolean =>
	typeof value === 'string' && KNOWN_LINE.test(value);

export function readCursor(text: string): Known['cursor'] {
	const [at, count] = text.split('.');
	return { at: parseInt(at, 36), count: Number(count) };
}

export function readKnown(line: string): [string, Known] {
	const [code, cursor, balance, dates, gone, from, late, ...id] = line.split('|');
	const known: Known = { status: statusOf(code) };
	if (cursor) known.cursor = readCursor(cursor);
	if (balance) known.balance = balance;
	if (dates) {
		const reported: ReportedDates = {};
		for (const [index, date] of dates.split(',').entries()) {
			if (date) reported[REPORTED[index]] = readDate(date);
		}
		known.reported = reported;
	}
	if (gone) known.goneSince = parseInt(gone, 36);
	if (from) known.from = parseInt(from, 36);
	if (late) {
		const [ahead, untimed, behindSince, looks] = late.split(',');
		if (ahead) known.ahead = readAhead(ahead);
		if (untimed) known.untimed = parseInt(untimed, 36);
		if (behindSince) known.behindSince = parseInt(behindSince, 36);
		if (looks) known.looks = readLooks(looks);
	}
	return [id.join('|'), known];
}

/** When it was seen finished (base 36), a blank, and the line. */
export const writeFinished = (id: string, { known, at }: FinishedKnown): string =>
	`${at.toString(36)} ${writeKnown(id, known)}`;

export const isFinishedLine = (value: unknown): boolean =>
	typeof value === 'string' &&
	/^[0-9a-z]+ /.test(value) &&
	isKnownLine(value.slice(value.indexOf(' ') + 1));

export function readFinished(line: string): [string, FinishedKnown] {
	const blank = line.indexOf(' ');
	const [id, known] = readKnown(line.slice(blank + 1));
	return [id, { known, at: parseInt(line.slice(0, blank), 36) }];
}
