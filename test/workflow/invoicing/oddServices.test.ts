import type { IDataObject } from 'n8n-workflow';
import { json, startServer, type TestServer } from '../../support/server';
import { byNumber, ITEMIZED, jsonOf, LINE, type RunSettings, useInvoicing } from './invoicing';

const invoicing = useInvoicing('all');
let service: OddService;
beforeEach(async () => {
	service = await OddService.start();
});
afterEach(() => service.stop());

/** All rows of a run that goes on after an error. */
async function rows(
	operation: string,
	parameters: IDataObject,
	{ input = [{}], ...settings }: RunSettings = {},
): Promise<IDataObject[]> {
	const { address } = service;
	const run = { address, input, continueOnFail: true, ...settings };
	return jsonOf((await invoicing.run('invoice', operation, parameters, run)).items);
}
const row = async (operation: string, parameters: IDataObject): Promise<IDataObject> =>
	(await rows(operation, parameters))[0];

const own = (invoiceNumber: string, more: IDataObject = {}): IDataObject => ({
	...ITEMIZED,
	invoiceNumber,
	...more,
});
const oneLine = (line: IDataObject): IDataObject => ({
	lineItems: { item: [{ ...LINE, ...line }] },
});

const CHANGES: Array<[string, string, (typeof service)['keep'], IDataObject]> = [
	[
		'drops what is not ASCII',
		'Customer Name',
		({ customerInformation }) => {
			customerInformation.name = customerInformation.name.replace(/[^ -~]/g, '');
		},
		{ customerName: 'Zoë' },
	],
	[
		'rounds a unit price',
		'Line Items',
		({ orderInformation }) => {
			orderInformation.lineItems[0].unitPrice = '0.13';
		},
		oneLine({ unitPrice: '0.125' }),
	],
];

describe('a service that changes what it is sent', () => {
	it.each(CHANGES)('and %s: after a lost answer the outcome is unknown', async (...change) => {
		const [, , keep, entered] = change;
		service.keep = keep;
		loseFirstAnswer(service);
		const { error, details } = await row('create', own('A-1', entered));
		expect(error).toContain('the connection to');
		expect(details).toMatchObject({
			outcome: 'unknown',
			description: expect.stringContaining('Invoice A-1 is there with other values. ') as string,
		});
		expect(JSON.stringify(details)).not.toMatch(/created nothing|nothing was created/i);
		expect([service.kept.size, service.emails]).toEqual([1, 1]);
	});

	it.each(CHANGES)('and %s: the change is reported', async (_name, field, keep, entered) => {
		service.keep = keep;
		const made = await row('create', own('A-1', entered));
		expect(made).toMatchObject({ outcome: 'created' });
		expect(made.reason).toContain(
			`The service shows invoice A-1 with other values than you entered: ${field}. It changed them, or an invoice with this number was there before`,
		);
		const again = await row('create', own('A-1', entered));
		expect(again.error).toContain(`Invoice A-1 already exists with other values. ${field}: `);
		expect(again.details).toMatchObject({
			outcome: 'failed',
			description: expect.stringContaining('Use Create or Update') as string,
		});
	});

	it.each([{}, { customerInformation: {} }])(
		'and keeps everything has no warning, and one request, although it answers with %j',
		async (shown) => {
			service.after = (_exchange, invoice) => ({ status: 201, body: { ...invoice, ...shown } });
			expect(await row('create', own('A-1'))).toMatchObject({ outcome: 'created', reason: '' });
			expect(service.asked).toEqual(['POST']);
		},
	);

	it.each<[string, (typeof service)['keep']]>([
		[
			'Total Amount',
			({ orderInformation: { amountDetails } }) => (amountDetails.totalAmount = '1'),
		],
		['Currency', ({ orderInformation: { amountDetails } }) => (amountDetails.currency = 'EUR')],
		['Customer Email', ({ customerInformation }) => (customerInformation.email = 'bo@x.com')],
	])('in the %s may have billed: the outcome is unknown', async (field, keep) => {
		service.keep = keep;
		for (const options of [{}, { serviceNumbers: true }]) {
			const [{ outcome, error, details }] = await rows('create', own('A-1'), { options });
			expect(outcome).toBe('unknown');
			expect(error).toContain(`with other values than were sent. ${field}: `);
			expect(JSON.stringify(details)).toContain('The customer may be billed already');
		}
		expect(service.asked).toEqual(['POST', 'POST']);
	});
});

describe('a service that ignores case', () => {
	beforeEach(() => {
		service.keyOf = (number) => number.toLowerCase();
	});

	it.each(['create', 'upsert', 'update', 'cancel', 'publish'])(
		'keeps %s of A1 from taking a1 for it',
		async (operation) => {
			await row('create', own('a1', { delivery: 'emailDraft' }));
			const before = service.asked.length;
			const changes = { dueDate: '2031-01-31' };
			const entered = own('A1', { ...byNumber('A1'), delivery: 'emailDraft', changes });
			const { error, outcome, invoiceNumber } = await row(operation, entered);
			expect([error, outcome, invoiceNumber]).toEqual([
				'The service has invoice a1 in place of A1',
				'failed',
				'a1',
			]);
			expect(service.asked.slice(before)).toEqual(
				operation === 'create' ? ['POST', 'GET'] : ['GET'],
			);
		},
	);

	it('leaves the outcome unknown after a lost answer, and nobody says that nobody was emailed', async () => {
		const draft = own('={{ $json.number }}', { delivery: 'emailDraft' });
		await rows('create', draft, { input: [{ number: 'a1' }] });
		let posts = 0;
		service.before = ({ method }) => (method === 'POST' && posts++ === 0 ? 'lost' : undefined);
		const input = [{ number: 'A1' }, { number: 'B1' }];
		const settings = { address: service.address, input, continueOnFail: true };
		const { items, hints } = await invoicing.run('invoice', 'create', draft, settings);
		expect(items[0].json.details).toMatchObject({
			outcome: 'unknown',
			description: expect.stringContaining('has invoice a1 in place of A1') as string,
		});
		expect(hints).toEqual(['1 of unknown outcome, 1 saved as draft.']);
	});
});

it.each([
	['INV-1', { details: [{ field: 'invoiceInformation.invoiceNumber' }] }, true],
	['A'.repeat(20), { message: 'Invoice number is not valid' }, true],
	['INV1', { message: 'Invoice number is not valid' }, false],
	['INV-1', { details: [{ field: 'customerInformation.phoneNumber' }] }, false],
])(
	'a number that the service refuses is met with what may help: %s, %j: %s',
	async (number, said, isAdvised) => {
		service.before = ({ method }) =>
			method === 'POST' ? { status: 400, body: { reason: 'INVALID_DATA', ...said } } : undefined;
		const { details } = await row('create', own(number));
		expect(JSON.stringify(details).includes('fewer than 20 characters')).toBe(isAdvised);
	},
);

it('a lost answer stays unknown when the repeat is refused as a duplicate and nothing is found yet', async () => {
	loseFirstAnswer(service, { status: 503, body: {} });
	service.before = ({ method }) =>
		method === 'GET' ? { status: 404, body: { reason: 'NOT_FOUND' } } : undefined;
	const { details } = await row('create', own('A-1'));
	expect(details).toMatchObject({
		outcome: 'unknown',
		description: expect.stringContaining('Run it again with the same invoice number') as string,
	});
	expect(service.emails).toBe(1);
});

describe('a number that exists', () => {
	const of = (field: string, reason: string) => ({
		reason: 'VALIDATION_ERRORS',
		details: [{ field, reason }],
	});

	it.each([
		[400, { reason: 'DUPLICATE_RECORD' }, 503, 'may exist'],
		[200, { reason: 'DUPLICATE_RECORD' }, 404, 'in use'],
		[400, { errorInformation: { reason: 'DUPLICATE_RECORD', message: 'No' } }, 404, 'in use'],
		[400, of('invoiceInformation.invoiceNumber', 'DUPLICATE_RECORD'), 404, 'in use'],
		[409, {}, 503, 'may exist'],
		[409, { reason: 'ACTION_NOT_ALLOWED' }, 404, 'failed'],
		[400, of('orderInformation.lineItems[1].productSku', 'DUPLICATE'), 404, 'failed'],
	])('refused with %s %j and read with %s: %s', async (status, body, read, known) => {
		await row('create', own('A-1'));
		service.duplicate = () => ({ status, body: { message: 'No', ...body } });
		service.before = ({ method }) =>
			method === 'GET' ? { status: read, body: { reason: 'NOT_FOUND' } } : undefined;
		const { error, details } = await row('create', own('A-1'));
		expect(details).toMatchObject({ outcome: known === 'failed' ? 'failed' : 'unknown' });
		const said = `${JSON.stringify(error)} ${JSON.stringify(details)}`;
		const claims = ['may exist', 'in use'].filter((claim) => said.includes(` ${claim}`));
		expect(claims).toEqual(known === 'failed' ? [] : [known]);
		expect(said).toMatch(/[("n ]No\b/);
	});
});

it.each([
	['emailNow', 'DRAFT', 'so no email is known to have gone out'],
	['emailNow', 'CREATED', 'so no email is known to have gone out'],
	['share', 'DRAFT', 'so the customer cannot pay it yet'],
	['emailDraft', 'SENT', 'although you asked for a draft'],
])(
	'a status that was not asked for is reported: %s is answered with %s',
	async (delivery, status, told) => {
		service.after = (_exchange, invoice) => ({ status: 201, body: { ...invoice, status } });
		const entered = { customerName: 'Ann Lee', customerEmail: 'ann@example.com' };
		const { reason } = await row('create', own('A-1', { delivery, ...entered }));
		expect(reason).toBe(`Invoice A-1 has the status ${status}, ${told}`);
	},
);

it('a service that gives its own number is reported, with what a second run would do', async () => {
	service.keep = ({ invoiceInformation }) => {
		delete invoiceInformation.invoiceNumber;
	};
	expect((await row('create', own('A-1'))).reason).toBe(
		'The service numbered the invoice S-1, not A-1 as asked. Another run may not find it, and bill twice: use the number S-1 from now on',
	);
});

describe('rows of one run for the same invoice, five at a time', () => {
	const three = { input: [{}, {}, {}], options: { concurrency: 5 } };

	it('email it once', async () => {
		await row('create', own('A-1', { delivery: 'emailDraft' }));
		const sent = await rows('send', byNumber('A-1'), three);
		expect(sent.map(({ outcome, row: of }) => [of, outcome])).toEqual([['1-3', 'sent']]);
		expect(service.emails).toBe(1);
	});

	it('cancel it once, also if the first fails, and the third comes later', async () => {
		await row('create', own('A-1', { delivery: 'emailDraft' }));
		let looks = 0;
		service.before = () => (looks++ === 0 ? { status: 400, body: {} } : undefined);
		const two = { ...three, options: { concurrency: 2 } };
		const canceled = await rows('cancel', byNumber('A-1'), two);
		expect(canceled.map(({ outcome }) => outcome)).toEqual(['failed', 'canceled', 'unchanged']);
	});
});

describe('a move that the service answers with success', () => {
	it.each([
		['cancel', 'PAID'],
		['publish', 'DRAFT'],
	])('is unknown when %s leaves the invoice %s', async (operation, status) => {
		await row('create', own('A-1', { delivery: 'emailDraft' }));
		service.before = ({ method }) => {
			if (method !== 'POST') return undefined;
			const body = Object.assign(service.kept.get('A-1') ?? {}, { status });
			return { status: 200, body };
		};
		const { error, details } = await row(operation, byNumber('A-1'));
		expect(error).toContain(
			`the service accepted the request, but the invoice does not show it: its status is ${status}`,
		);
		expect(details).toMatchObject({ outcome: 'unknown' });
	});

	it.each([
		['cancel', 'CANCELED', 'canceled'],
		['publish', 'CREATED', 'published'],
	])('to %s that shows the invoice as before, and as %s later, is %s', async (...given) => {
		const [operation, status, outcome] = given;
		await row('create', own('A-1', { delivery: 'emailDraft' }));
		service.after = ({ method }, invoice) =>
			method === 'POST' ? { status: 200, body: { ...invoice, status: 'DRAFT' } } : undefined;
		expect(await row(operation, byNumber('A-1'))).toMatchObject({ outcome, status });
	});
});

it('a draft to share that is sent shows it by its status, after a lost answer', async () => {
	await row('create', own('A-1', { delivery: 'draft' }));
	loseFirstAnswer(service);
	expect(await row('send', byNumber('A-1'))).toMatchObject({ outcome: 'published' });
});

it.each([
	['SENT', true],
	['PARTIAL', true],
	['PAID', true],
	['PENDING', true],
	['CREATED', false],
	['DRAFT', false],
])('says of a draft that is %s when the service answers that it was emailed: %s', async (...is) => {
	const [status, emailSent] = is;
	await row('create', own('A-1', { delivery: 'emailDraft' }));
	service.after = ({ method }, invoice) =>
		method === 'POST' ? { status: 200, body: { ...invoice, status } } : undefined;
	const notEmailed = `No email is known to have gone out: invoice A-1 has the status ${status}`;
	const reason = emailSent ? '' : notEmailed;
	expect(await row('send', byNumber('A-1'))).toMatchObject({ emailSent, reason });
});

it('a new invoice is known by the Location header alone, though it is there only a moment later', async () => {
	service.after = ({ method }, invoice) =>
		method === 'POST' ? { status: 201, location: `/invoices/${invoice?.id}?view=1` } : undefined;
	service.before = ({ method }) =>
		method === 'GET' && service.asked.length < 3 ? { status: 404 } : undefined;
	const numbered = { options: { serviceNumbers: true } };
	const [created] = await rows('create', own(''), numbered);
	expect(created).toMatchObject({ invoiceNumber: 'S-1' });
});

it.each(['.', '..', 'A\ud800', 'A'.repeat(1001)])(
	'a number that no address can carry is refused before anything is sent: %j',
	async (number) => {
		const { error } = await row('create', own(number));
		expect(error).toContain('cannot be used, as no action could find the invoice again');
		expect(service.asked).toEqual([]);
	},
);

interface Wire extends IDataObject {
	invoiceInformation: { invoiceNumber?: string; deliveryMode?: string; sendImmediately?: boolean };
	orderInformation: { amountDetails: IDataObject; lineItems: IDataObject[] };
	customerInformation: { name: string; email?: string };
}
interface Kept extends Wire {
	id: string;
	status: string;
}

interface Exchange {
	method: string;
	/** The last part of the path: "invoices", a number, "delivery". */
	last: string;
}
/** An answer in place of the usual one; 'lost': the connection breaks. */
type Instead = { status: number; body?: unknown; location?: string } | 'lost' | undefined;

/** A service that is odd in the one way that a test gives it: in what it keeps, or in what it answers. */
class OddService {
	readonly kept = new Map<string, Kept>();
	emails = 0;
	/** How it changes what it is sent. */
	keep: (body: Wire) => void = () => {};
	/** By what it knows a number again. */
	keyOf: (number: string) => string = (number) => number;
	/** What it answers before any work, or after it. */
	before: (exchange: Exchange) => Instead = () => undefined;
	after: (exchange: Exchange, invoice: Kept | undefined) => Instead = () => undefined;
	/** What it answers to a number that it has. */
	duplicate: (invoice: Kept) => Exclude<Instead, undefined> = () => ({
		status: 400,
		body: { reason: 'DUPLICATE_RECORD', message: 'There is such an invoice' },
	});
	private server!: TestServer;

	static async start(): Promise<OddService> {
		const service = new OddService();
		service.server = await startServer(({ method, url, body }, response) => {
			const path = decodeURIComponent(url.replace(/\?.*$/, ''));
			const exchange = { method, last: path.split('/').at(-1) ?? '' };
			const answer = service.before(exchange) ?? service.work(exchange, path, body);
			if (answer === 'lost') response.destroy();
			else if (answer.body === undefined) {
				const { status, location } = answer;
				response.writeHead(status, location === undefined ? {} : { location }).end();
			} else json(response, answer.status, answer.body);
		});
		return service;
	}

	get address(): string {
		return this.server.address;
	}

	/** The methods of the requests so far, in order. */
	get asked(): string[] {
		return this.server.received.map(({ method }) => method);
	}

	async stop(): Promise<void> {
		await this.server.stop();
	}

	private work(exchange: Exchange, path: string, text: string): Exclude<Instead, undefined> {
		const [, number = '', move = ''] = /invoices(?:\/([^/]+))?(?:\/([a-z]+))?$/.exec(path) ?? [];
		if (number === '') return this.create(exchange, JSON.parse(text) as Wire);
		const invoice = this.kept.get(this.keyOf(number));
		if (invoice === undefined) return { status: 404, body: { reason: 'NOT_FOUND' } };
		if (move === 'delivery') this.send(invoice);
		if (move === 'publication') invoice.status = 'CREATED';
		if (move === 'cancelation') invoice.status = 'CANCELED';
		return this.after(exchange, invoice) ?? { status: 200, body: invoice };
	}

	private create(exchange: Exchange, body: Wire): Exclude<Instead, undefined> {
		this.keep(body);
		const { invoiceInformation } = body;
		const number = invoiceInformation.invoiceNumber ?? `S-${this.kept.size + 1}`;
		const existing = this.kept.get(this.keyOf(number));
		if (existing !== undefined) return this.duplicate(existing);
		const invoice: Kept = { ...body, id: number, status: 'DRAFT', invoiceHistory: [] };
		invoice.invoiceInformation = { ...invoiceInformation, invoiceNumber: number };
		this.kept.set(this.keyOf(number), invoice);
		if (invoiceInformation.sendImmediately === true) this.send(invoice);
		return this.after(exchange, invoice) ?? { status: 201, body: invoice };
	}

	private send(invoice: Kept): void {
		const isByEmail = invoice.invoiceInformation.deliveryMode === 'email';
		invoice.status = isByEmail ? 'SENT' : 'CREATED';
		if (!isByEmail) return;
		this.emails++;
		(invoice.invoiceHistory as IDataObject[]).push({
			event: 'SEND',
			date: new Date().toISOString(),
		});
	}
}

/** Breaks the first answer to a POST, after the work. */
function loseFirstAnswer(service: OddService, as: Instead = 'lost'): void {
	let posts = 0;
	service.after = ({ method }) => (method === 'POST' && posts++ === 0 ? as : undefined);
}
