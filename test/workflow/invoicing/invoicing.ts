import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { MerchantInvoicing } from '../../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { invoiceRow } from '../../../nodes/shared/invoice/invoice';
import type { LoggedRequest } from '../../../sandbox/requestLog';
import {
	becomeTool,
	type NodeRun,
	type NodeRunOptions,
	runNode,
	withDefaults,
} from '../../support/engine';
import { startTestSandbox, type TestSandbox, useSandbox } from '../../support/sandbox';

const INVOICES = '/invoicing/v2/invoices';

export const LINE = {
	productName: 'Oak chair',
	productSku: 'CH-1',
	quantity: '2',
	unitPrice: '49.90',
};

/** What the user enters for an itemized invoice that is emailed at once. */
export const ITEMIZED: IDataObject = {
	mappingMode: 'defineBelow',
	delivery: 'emailNow',
	customerName: 'Ann Lee',
	customerEmail: 'ann@example.com',
	dueDate: '2030-12-31',
	currency: { __rl: true, mode: 'list', value: 'USD' },
	lineItems: { item: [LINE] },
};

/** What the user enters for an invoice of an amount and nothing else, saved as a draft. */
export const AMOUNT_ONLY: IDataObject = {
	mappingMode: 'defineBelow',
	delivery: 'draft',
	dueDate: '2030-12-31',
	currency: { __rl: true, mode: 'code', value: 'EUR' },
	additionalFields: { invoiceDescription: 'Consulting in May', totalAmount: '100.00' },
};

export const byNumber = (value: string): IDataObject => ({
	invoice: { __rl: true, mode: 'id', value },
});

/** Most tests look at fields that a simplified output leaves out. */
export const EVERY_FIELD: IDataObject = {
	itemOutput: 'selected',
	itemFields: Object.keys(invoiceRow({}, '')).slice(1),
};

const DRAFTS = new Map<unknown, string>([
	['emailNow', 'emailDraft'],
	['share', 'draft'],
]);

let numbers = 0;
/** A number that no other invoice of this process has. */
export const nextNumber = (): string => `T${++numbers}`;

/** A new number for each row. */
const numberOfEach = (input: readonly unknown[] = []): string =>
	input.length > 1 ? `={{ "${nextNumber()}R" + $itemIndex }}` : nextNumber();

/** An invoice as the node puts it out. */
export interface InvoiceRow extends IDataObject {
	invoiceNumber: string;
	paymentLink: string;
}

export type RunSettings = Partial<
	Pick<
		NodeRunOptions,
		| 'address'
		| 'input'
		| 'laterBatches'
		| 'continueOnFail'
		| 'credential'
		| 'retryOnFail'
		| 'asTool'
	>
> & { options?: IDataObject };

/** What is entered for an action on invoices: a new one has its due date and options among its additional fields. */
export function withOptions(
	operation: string,
	parameters: IDataObject,
	{ checkOnly, ...options }: IDataObject,
): IDataObject {
	const check = checkOnly === undefined ? {} : { checkOnly };
	if (!['create', 'upsert'].includes(operation)) {
		return { ...parameters, options: { ...options, ...check } };
	}
	const { dueDate, additionalFields, ...entered } = parameters;
	const due = dueDate === undefined ? {} : { dueDate };
	return {
		...entered,
		...check,
		additionalFields: { ...due, ...(additionalFields as IDataObject), ...options },
	};
}

/** A sandbox, and the node as a user would run it against it: defaults set as in the editor. */
export class Invoicing {
	constructor(readonly sandbox: TestSandbox) {}

	static async start(): Promise<Invoicing> {
		return new Invoicing(await startTestSandbox());
	}

	async stop(): Promise<void> {
		await this.sandbox.stop();
	}

	async run(
		resource: string,
		operation: string,
		parameters: IDataObject = {},
		{ options, ...settings }: RunSettings = {},
	): Promise<NodeRun> {
		const node = new MerchantInvoicing();
		if (settings.asTool === true) becomeTool(node);
		const isReading = operation.startsWith('get') || operation === 'query';
		const isNumbered = ['create', 'add'].includes(operation) && !options?.serviceNumbers;
		const chosen = {
			resource,
			operation,
			...(resource === 'invoice' && operation === 'get' && EVERY_FIELD),
			...(isNumbered && { invoiceNumber: numberOfEach(settings.input) }),
			...withOptions(operation, parameters, {
				...(resource === 'invoice' && !isReading && { output: 'allFields' }),
				...options,
			}),
		};
		return await runNode({
			node,
			parameters: withDefaults(node, chosen),
			address: this.sandbox.address,
			token: this.sandbox.token,
			...settings,
		});
	}

	/** Runs an action on invoices that must succeed, and gives the first item it put out. */
	async invoice(
		operation: string,
		parameters: IDataObject = {},
		settings: RunSettings = {},
	): Promise<InvoiceRow> {
		const { items, error } = await this.run('invoice', operation, parameters, settings);
		if (error !== undefined) throw error;
		return jsonOf(items)[0];
	}

	/** The message with which an action on invoices fails; it must. */
	async refusal(
		operation: string,
		parameters: IDataObject = {},
		settings: RunSettings = {},
	): Promise<NonNullable<NodeRun['error']>> {
		const { error } = await this.run('invoice', operation, parameters, settings);
		if (error === undefined) throw new Error(`${operation} was not refused`);
		return error;
	}

	/** One that is due already is saved as a draft and then sent, as Create does not send it. */
	async create(parameters: IDataObject = {}, settings: RunSettings = {}): Promise<string> {
		const entered = { ...ITEMIZED, ...parameters };
		const isPastDue = (entered.dueDate as string) < new Date().toISOString();
		const delivery = isPastDue ? DRAFTS.get(entered.delivery) : undefined;
		const { invoiceNumber } = await this.invoice(
			'create',
			{ ...entered, ...(delivery && { delivery }) },
			settings,
		);
		if (delivery) {
			await this.sandbox.call('POST', `${INVOICES}/${invoiceNumber}/delivery`, { body: {} });
		}
		return invoiceNumber;
	}

	/** What the sandbox itself knows of an invoice, partner IDs and custom fields included. */
	async record(number: string): Promise<IDataObject> {
		return await this.sandbox.control.send('GET', `/invoices/${number}`);
	}

	async pay(number: string, amount?: string): Promise<void> {
		await this.sandbox.control.send('POST', `/invoices/${number}/pay`, { amount });
	}

	/** Requests that would change something at the service. */
	async changes(): Promise<LoggedRequest[]> {
		return (await this.sandbox.control.requests(INVOICES)).filter(({ method }) => method !== 'GET');
	}

	async count(): Promise<number> {
		const { body } = await this.sandbox.call<{ totalInvoices: number }>(
			'GET',
			`${INVOICES}?offset=0&limit=1`,
		);
		return body.totalInvoices;
	}
}

/** For the tests of a file: a new one for each test, or one for all. */
export const useInvoicing = (span: 'each' | 'all'): Invoicing => new Invoicing(useSandbox(span));

/** A run leaves out the reason where no item has one. */
export const jsonOf = (items: INodeExecutionData[]): InvoiceRow[] =>
	items.map(
		({ json }) => ('outcome' in json ? { ...json, reason: json.reason ?? '' } : json) as InvoiceRow,
	);
