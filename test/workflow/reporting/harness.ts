import { DateTime, Settings } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { MerchantReporting } from '../../../nodes/MerchantReporting/MerchantReporting.node';
import {
	becomeTool,
	runNode,
	withDefaults,
	wordsOf,
	type NodeRun,
	type NodeRunOptions,
} from '../../support/engine';
import { startTestSandbox, type FaultToPlant, type TestSandbox } from '../../support/sandbox';
import type { SandboxOptions } from '../../../sandbox';

/** The moment at which all tests take place, for the node and for the sandbox. A Tuesday. */
export const NOW = '2026-11-10T12:00:00.000Z';

export interface Bench {
	sandbox: TestSandbox;
	/** Runs an action in a workflow, with the defaults of the editor for what is not given. */
	act(
		resource: string,
		operation: string,
		parameters?: IDataObject,
		more?: Partial<NodeRunOptions>,
	): Promise<NodeRun>;
	/** What the service received since the last look. */
	received(): Promise<Received[]>;
}

export interface Received {
	request: string;
	accept: unknown;
	body?: unknown;
}

/** The nodes have the time of the sandbox. */
export function useFixedTime(): void {
	const now = DateTime.fromISO(NOW).toMillis();
	beforeEach(() => {
		Settings.now = () => now;
	});
	afterEach(() => {
		Settings.now = () => Date.now();
	});
}

/** A sandbox for the tests of a file, and both clocks at NOW. */
export function useBench(options: SandboxOptions = {}): Bench {
	const bench = {} as Bench;
	beforeAll(async () => {
		const sandbox = await startTestSandbox({ now: NOW, ...options });
		Object.assign(bench, {
			sandbox,
			act: async (
				resource: string,
				operation: string,
				parameters: IDataObject = {},
				more: Partial<NodeRunOptions> = {},
			) => {
				const node = new MerchantReporting();
				if (more.asTool === true) becomeTool(node);
				return await runNode({
					node,
					parameters: withDefaults(node, {
						resource,
						operation,
						...parameters,
						options: { ...(parameters.options as IDataObject) },
					}),
					address: sandbox.address,
					token: sandbox.token,
					...more,
				});
			},
			received: async () => {
				const requests = await sandbox.control.requests();
				await sandbox.control.clearRequests();
				return requests.map(({ method, url, headers, body }) => ({
					request: `${method} ${url}`,
					accept: headers.accept,
					...(body === undefined ? {} : { body }),
				}));
			},
		});
	});
	useFixedTime();
	afterEach(async () => {
		await bench.sandbox.control.clearFaults();
		await bench.sandbox.control.clearRequests();
	});
	afterAll(async () => await bench.sandbox.stop());
	return bench;
}

export const json = ({ items, error }: NodeRun): IDataObject[] => {
	if (error) throw error;
	return items.map((item) => item.json);
};

/** The words of the error that a run ended with. */
export const refusal = ({ error, items }: NodeRun): string => {
	if (!error) throw new Error(`There was no error, but ${items.length} items`);
	return wordsOf(error);
};

/** An answer that the sandbox would not give by itself. */
export const answer = (status: number, message: string, reason = 'ANY'): FaultToPlant => ({
	kind: 'status',
	status,
	body: { reason, message },
	times: 20,
});

export const byName = (value: string): IDataObject => ({ __rl: true, mode: 'name', value });
export const byId = (value: string): IDataObject => ({ __rl: true, mode: 'id', value });

/** n8n itself refuses a required field that is left empty; an expression may still give nothing. */
export const NOTHING = '={{ "" }}';
