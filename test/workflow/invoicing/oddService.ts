import type { IDataObject } from 'n8n-workflow';

import { json, startServer, type TestServer } from '../../support/server';

interface Wire extends IDataObject {
	invoiceInformation: { invoiceNumber?: string; deliveryMode?: string; sendImmediately?: boolean };
	orderInformation: { amountDetails: IDataObject; lineItems: IDataObject[] };
	customerInformation: { name: string; email?: string };
}
export interface Kept extends Wire {
	id: string;
	status: string;
}

export interface Exchange {
	method: string;
	/** The last part of the path: "invoices", a number, "delivery". */
	last: string;
}
/** An answer in place of the usual one; 'lost': the connection breaks. */
type Instead = { status: number; body?: unknown; location?: string } | 'lost' | undefined;

/** A service that is odd in the one way that a test gives it: in what it keeps, or in what it answers. */
export class OddService {
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
export function loseFirstAnswer(service: OddService, as: Instead = 'lost'): void {
	let posts = 0;
	service.after = ({ method }) => (method === 'POST' && posts++ === 0 ? as : undefined);
}
