import type { IDataObject } from 'n8n-workflow';

import { MerchantInvoicing } from '../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { MerchantReporting } from '../../nodes/MerchantReporting/MerchantReporting.node';
import { MerchantServicesTrigger } from '../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import type { SandboxOptions } from '../../sandbox';
import { type NodeRun, runNode, withDefaults } from '../support/engine';
import { Ledger } from '../support/ledger';
import { PollingWorkflow } from '../support/polling';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { EVERY_FIELD, withOptions } from '../workflow/invoicing/invoicing';

/** When every journey takes place, for the nodes and for the service. A Tuesday. */
export const NOW = '2026-11-10T12:00:00.000Z';

const NODES = { invoicing: new MerchantInvoicing(), reporting: new MerchantReporting() };
const TRIGGER = new MerchantServicesTrigger();

/** How often time moves on while a node waits, and by how much. */
const TICK_MILLISECONDS = 15;
const TICK = 'PT1M';
const TICK_AHEAD = 60_000;

export interface RunOptions {
	input?: IDataObject[];
	token?: string;
	/** Lets time fly while the node waits. */
	waits?: boolean;
}

/** A service with one dialect, the nodes of a user of it, and the time that both have. */
export class World {
	readonly ledger: Ledger;

	private ahead = 0;

	private readonly realNow = Date.now;

	private readonly began = Date.now();

	private constructor(
		readonly sandbox: TestSandbox,
		readonly dialect: SandboxOptions['dialect'],
	) {
		this.ledger = new Ledger(sandbox);
		const start = Date.parse(NOW);
		Date.now = () => start + (this.realNow.call(Date) - this.began) + this.ahead;
	}

	/** It speaks as usual until `speak`, so that a journey can be prepared. */
	static async open(dialect: SandboxOptions['dialect']): Promise<World> {
		return new World(await startTestSandbox({ now: NOW }), dialect);
	}

	async close(): Promise<void> {
		Date.now = this.realNow;
		await this.sandbox.stop();
	}

	async speak(dialect: SandboxOptions['dialect'] = this.dialect): Promise<void> {
		await this.sandbox.control.send('PUT', '/dialect', { dialect });
		await this.sandbox.control.clearRequests();
	}

	/** For the nodes and for the service. */
	async advance(milliseconds: number): Promise<void> {
		this.ahead += milliseconds;
		await this.sandbox.control.advanceClock(`PT${milliseconds / 1000}S`);
	}

	/** Runs an action with the defaults of the editor for what is not given. */
	async run(
		node: 'invoicing' | 'reporting',
		[resource, operation]: readonly [string, string],
		{ options, ...parameters }: IDataObject = {},
		{ input, token = this.sandbox.token, waits = false }: RunOptions = {},
	): Promise<NodeRun> {
		const isReading = operation.startsWith('get');
		const chosen = {
			resource,
			operation,
			...(resource === 'invoice' && isReading && EVERY_FIELD),
			...withOptions(resource === 'invoice' ? operation : '', parameters, {
				...(resource === 'invoice' && !isReading && { output: 'allFields' }),
				...(options as IDataObject | undefined),
			}),
		};
		const run = runNode({
			node: NODES[node],
			parameters: withDefaults(NODES[node], chosen),
			address: this.sandbox.address,
			token,
			input,
		});
		return waits ? await this.whileTimeFlies(run) : await run;
	}

	watch(parameters: IDataObject): PollingWorkflow {
		return new PollingWorkflow({
			node: TRIGGER,
			address: this.sandbox.address,
			token: this.sandbox.token,
			parameters: withDefaults(TRIGGER, parameters),
		});
	}

	private async whileTimeFlies<T>(run: Promise<T>): Promise<T> {
		const state = { ended: false };
		const end = () => void (state.ended = true);
		run.then(end, end);
		while (!state.ended) {
			await new Promise((resolve) => setTimeout(resolve, TICK_MILLISECONDS));
			this.ahead += TICK_AHEAD;
			await this.sandbox.control.advanceClock(TICK);
		}
		return await run;
	}
}
