import type { SandboxOptions } from '../../../sandbox';
import type { Reading, SpotName } from '../../../sandbox/dialects/table';
import { InvoicingCalls, InvoicingControl } from '../../support/invoicingSandbox';
import { type Answer, startTestSandbox, type TestSandbox } from '../../support/sandbox';
import { type Body, changed, SENT } from '../invoicing/bodies';
import { query } from '../reporting/bodies';

export const NOW = '2026-03-10T12:00:00Z';

/** A sandbox with one dialect, and what the checks do with it. */
export class Stage {
	readonly calls: InvoicingCalls;
	readonly invoicing: InvoicingControl;

	private constructor(readonly sandbox: TestSandbox) {
		this.calls = new InvoicingCalls(sandbox);
		this.invoicing = new InvoicingControl(sandbox.control);
	}

	static async open(dialect: SandboxOptions['dialect']): Promise<Stage> {
		return new Stage(await startTestSandbox({ now: NOW, dialect }));
	}

	get<T = Record<string, unknown>>(
		path: string,
		values: Record<string, string | number> = {},
		headers: Record<string, string> = {},
	): Promise<Answer<T>> {
		return this.sandbox.call<T>('GET', `${path}${query(values)}`, { headers });
	}

	/** Creates invoices one after the other, each a second later, with these changes to the sample. */
	async createAll(...changes: ReadonlyArray<Record<string, unknown>>): Promise<string[]> {
		const ids: string[] = [];
		for (const [index, each] of changes.entries()) {
			const number = `N-${String(index + 1).padStart(3, '0')}`;
			await this.create({ 'invoiceInformation.invoiceNumber': number, ...each });
			await this.sandbox.control.advanceClock('PT1S');
			ids.push(number);
		}
		return ids;
	}

	/** So many invoices N-001, N-002 and so on. */
	createMany(count: number): Promise<string[]> {
		return this.createAll(...Array.from({ length: count }, () => ({})));
	}

	async create(changes: Record<string, unknown> = {}, body: Body = SENT): Promise<Answer<Body>> {
		const answer = await this.calls.create(changed(body, changes));
		if (answer.status >= 300) throw new Error(answer.text);
		return answer as unknown as Answer<Body>;
	}

	/** The invoice as the service answers it. */
	async read(number: string): Promise<Body> {
		return (await this.calls.get(number)).body as unknown as Body;
	}

	/** The invoice as it really is. */
	async truth(number: string): Promise<Body> {
		return await this.invoicing.record(number);
	}

	async list(values: Record<string, string | number> = {}): Promise<ListPage> {
		const answer = await this.get<ListPage>('/invoicing/v2/invoices', {
			offset: 0,
			limit: 100,
			...values,
		});
		return { ...answer.body, status: answer.status };
	}

	async ids(values: Record<string, string | number> = {}): Promise<string[]> {
		return ((await this.list(values)).invoices ?? []).map(({ id }) => id);
	}
}

export interface ListPage {
	status: number;
	limit?: number;
	totalInvoices?: number | string;
	invoices?: Array<Body & { id: string }>;
	_links?: Record<string, { href: string }>;
}

export type Check = (stage: Stage) => Promise<void>;

/** A check for every reading of these spots: the compiler and a test see to it that none is missing. */
export type Checks<S extends SpotName> = { [Name in S]: Record<Reading<Name>, Check> };

/** The value at a path such as orderInformation.amountDetails.totalAmount. */
export function at(value: unknown, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((group, step) => (group as Body | undefined)?.[step], value);
}
