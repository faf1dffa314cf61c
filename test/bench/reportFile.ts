import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** The same numbers on every machine and in every run. */
function random(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
}

const FIRST_NAMES =
	'Anna Ben Clara David Elena Farid Grace Hugo Ines José Kofi Lucía Maria Noor'.split(' ');
const LAST_NAMES = 'Smith Jones Garcia Müller Rossi Novak Silva Kim Tanaka Cohen Khan Okafor'.split(
	' ',
);
const CITIES = ['Berlin', 'Austin', 'Osaka', 'São Paulo', 'Leeds', 'Lyon', 'Porto', 'Accra'];
const STREETS = 'Main Street,High Street,Station Road,Park Avenue,Mill Lane'.split(',');
const COUNTRIES = ['DE', 'US', 'JP', 'BR', 'GB', 'FR', 'PT', 'GH'];
const CARDS = ['Credit', 'Debit card', 'Business credit', 'Prepaid'];
const CURRENCIES = ['USD', 'EUR', 'GBP', 'JPY'];
const RESULTS = [
	['100', 'SOK', 'Request was processed successfully.', 'TRANSMITTED'],
	['100', 'SOK', 'Request was processed successfully.', 'SETTLED'],
	['203', 'DCARDREFUSED', '"General decline, refused by the issuer"', 'DECLINED'],
];

export const COLUMNS = [
	'RequestID',
	'RequestDate',
	'MerchantID',
	'MerchantReferenceNumber',
	'TransactionReferenceNumber',
	'BillTo.FirstName',
	'BillTo.LastName',
	'BillTo.Email',
	'BillTo.Address1',
	'BillTo.City',
	'BillTo.State',
	'BillTo.Zip',
	'BillTo.Country',
	'PaymentMethod.CardType',
	'PaymentMethod.AccountSuffix',
	'PaymentMethod.ExpirationMonth',
	'PaymentMethod.ExpirationYear',
	'Application.Name',
	'Application.ReasonCode',
	'Application.Rflag',
	'Application.Rmsg',
	'Amount',
	'Currency',
	'Status',
	'AuthorizationCode',
] as const;

const two = (value: number) => String(value).padStart(2, '0');

function cellsOf(next: () => number, row: number): string[] {
	const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)];
	const digits = (length: number) =>
		String(Math.floor(next() * 10 ** length)).padStart(length, '0');
	const first = pick(FIRST_NAMES);
	const last = pick(LAST_NAMES);
	const place = Math.floor(next() * CITIES.length);
	const [reasonCode, flag, message, status] = pick(RESULTS);
	const at = `2026-03-${two(1 + (row % 28))}T${two(row % 24)}:${two(row % 60)}:${two((row * 7) % 60)}Z`;
	return [
		digits(11) + digits(11),
		at,
		`merchant_${two(row % 20)}`,
		`ORD-${row}-${digits(4)}`,
		digits(8) + digits(4),
		first,
		last,
		`${first.toLowerCase()}.${digits(5)}@example.com`,
		`${1 + (row % 250)} ${pick(STREETS)}`,
		CITIES[place],
		next() < 0.5 ? '' : `S${row % 9}`,
		digits(5),
		COUNTRIES[place],
		pick(CARDS),
		digits(4),
		two(1 + (row % 12)),
		String(2027 + (row % 6)),
		'ics_auth,ics_bill',
		reasonCode,
		flag,
		message.replace(/"/g, ''),
		`${Math.floor(next() * 900)}.${digits(2)}`,
		pick(CURRENCIES),
		status,
		digits(6),
	];
}

const csvCell = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell);

const csvRow = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\n`;

const xmlText = (text: string) =>
	text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

/** Real reports are indented, and deep: each group has groups of its own around its elements. */
function xmlRow(cells: readonly string[]): string {
	const element = (index: number, indent: string) => {
		const name = COLUMNS[index].split('.').pop()!;
		return cells[index] === ''
			? `${indent}<${name} />\n`
			: `${indent}<${name}>${xmlText(cells[index])}</${name}>\n`;
	};
	const group = (name: string, from: number, to: number) => {
		let text = `${' '.repeat(18)}<${name}>\n`;
		for (let index = from; index <= to; index++) text += element(index, ' '.repeat(22));
		return `${text}${' '.repeat(18)}</${name}>\n`;
	};
	return (
		`${' '.repeat(14)}<Request RequestID="${cells[0]}" RequestDate="${cells[1]}" MerchantID="${cells[2]}" MerchantReferenceNumber="${xmlText(cells[3])}" xmlns:merchant="https://reports.example.com/merchant">\n` +
		element(4, ' '.repeat(18)) +
		group('BillTo', 5, 12) +
		group('PaymentMethod', 13, 16) +
		group('Application', 17, 20) +
		element(21, ' '.repeat(18)) +
		element(22, ' '.repeat(18)) +
		element(23, ' '.repeat(18)) +
		element(24, ' '.repeat(18)) +
		`${' '.repeat(14)}</Request>\n`
	);
}

const FORMATS = {
	csv: {
		// Without the line before it that real reports have: n8n's own node cannot read that.
		head: `${COLUMNS.join(',')}\n`,
		row: csvRow,
		tail: '',
	},
	xml: {
		head: '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE Report SYSTEM "https://reports.example.com/dtd/report.dtd">\n<Report xmlns="https://reports.example.com/report.dtd" Name="Transaction Request Report" Version="1.0" MerchantID="merchant_00" ReportStartDate="2026-03-01T00:00:00Z" ReportEndDate="2026-03-29T00:00:00Z">\n  <Requests>\n',
		row: xmlRow,
		tail: '  </Requests>\n</Report>\n',
	},
};

export type Format = keyof typeof FORMATS;

/** Rows are made for so many bytes, and repeated after that: making them takes longer than reading. */
const DISTINCT_BYTES = 20_000_000;

/** The cells of the first so many rows, all different. */
export function* distinctRows(count: number): Generator<string[]> {
	const next = random(7);
	for (let row = 0; row < count; row++) yield cellsOf(next, row);
}

/** Writes a report of about so many bytes and tells how many rows it has, and its bytes. */
export async function writeReport(
	path: string,
	format: Format,
	bytes: number,
): Promise<{ rows: number; bytes: number }> {
	const { head, row, tail } = FORMATS[format];
	const pieces: Array<{ text: Buffer; rows: number }> = [];
	const rowsToCome = distinctRows(Infinity);
	let made = 0;
	for (let piece: string[] = []; made < Math.min(bytes, DISTINCT_BYTES); piece = []) {
		while (piece.length < 1000) piece.push(row(rowsToCome.next().value as string[]));
		const text = Buffer.from(piece.join(''));
		pieces.push({ text, rows: piece.length });
		made += text.length;
	}
	const file = createWriteStream(path);
	file.write(head);
	let rows = 0;
	let written = head.length;
	for (let index = 0; written < bytes; index = (index + 1) % pieces.length) {
		const { text, rows: more } = pieces[index];
		rows += more;
		written += text.length;
		if (!file.write(text)) await once(file, 'drain');
	}
	file.end(tail);
	await once(file, 'close');
	return { rows, bytes: file.bytesWritten };
}
