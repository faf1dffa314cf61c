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

const COLUMNS = [
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

/** The columns of a report, and what their cells are like. */
export interface Mix {
	columns: readonly string[];
	cells: (next: () => number, row: number) => string[];
}

/** As most reports are: some columns repeat a few values, some never repeat one. */
export const USUAL: Mix = { columns: COLUMNS, cells: cellsOf };

const numbered = (name: string, count: number) =>
	Array.from({ length: count }, (_, index) => `${name}${index + 1}`);

const digitsOf = (next: () => number) => String(Math.floor(next() * 1e10)).padStart(10, '0');

/** A quote or a comma now and then, as in comments that people write. */
const WORDS =
	'the order was paid by card and sent to the café on the same day, with a receipt for each of the two parts that the customer asked for in her "first" message before we could answer it'.split(
		' ',
	);

const sentence = (next: () => number, words: number) =>
	Array.from({ length: words }, () => WORDS[Math.floor(next() * WORDS.length)]).join(' ');

const FIVE = ['RequestID', 'RequestDate', 'Amount', 'Currency', 'Status'] as const;
const FIVE_AT = FIVE.map((name) => COLUMNS.indexOf(name));
const MOST_COLUMNS = 97;

/** Other reports that speed is measured with, by what is special about them. */
export const OTHER_MIXES: Record<string, Mix> = {
	'few repeats': {
		columns: numbered('Number', 20),
		cells: (next) => Array.from({ length: 20 }, () => digitsOf(next)),
	},
	'long text': {
		columns: ['RequestID', ...numbered('Comment', 4)],
		cells: (next) => [digitsOf(next), ...[10, 40, 80, 120].map((words) => sentence(next, words))],
	},
	'5 columns': {
		columns: FIVE,
		cells: (next, row) => {
			const cells = cellsOf(next, row);
			return FIVE_AT.map((index) => cells[index]);
		},
	},
	'quotes and lines': {
		columns: COLUMNS,
		cells: (next, row) => {
			const cells = cellsOf(next, row);
			cells[COLUMNS.indexOf('BillTo.LastName')] = `${cells[6]}, "Zoë" d'Été`;
			cells[COLUMNS.indexOf('BillTo.Address1')] =
				`${cells[8]}\nFloor ${row % 9}, Gebäude ${row % 40}`;
			cells[COLUMNS.indexOf('Application.Rmsg')] = sentence(next, 6);
			return cells;
		},
	},
	'97 columns': {
		columns: ['', '2', '3', '4']
			.flatMap((suffix) => COLUMNS.map((name) => name + suffix))
			.slice(0, MOST_COLUMNS),
		cells: (next, row) =>
			Array.from({ length: 4 }, () => cellsOf(next, row))
				.flat()
				.slice(0, MOST_COLUMNS),
	},
};

/** The cells of the first so many rows, all different. */
export function* distinctRows(count: number, { cells }: Mix): Generator<string[]> {
	const next = random(7);
	for (let row = 0; row < count; row++) yield cells(next, row);
}
