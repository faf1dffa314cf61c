import { CredentialTestContext, type LoadOptionsContext } from 'n8n-core';
import type { ICredentialTestFunction, IDataObject, INodeType } from 'n8n-workflow';

import { MerchantInvoicing } from '../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { MerchantReporting } from '../../nodes/MerchantReporting/MerchantReporting.node';
import { messagesOf } from '../dialects/verdict';
import { ACTION_EXAMPLES, type Example } from '../support/actionExamples';
import { searched } from '../support/canary';
import { editorOf } from '../support/editor';
import { additionalData, runNode, testCredential, withDefaults } from '../support/engine';
import type { TestSandbox } from '../support/sandbox';
import { byName } from '../workflow/reporting/harness';

/** How a node reaches the service. */
export interface Way {
	address: string;
	token: string;
	/** Other fields of the credential. */
	credential?: IDataObject;
}

export interface Result {
	output: unknown;
	/** What the user learns of failures and doubts. */
	messages: string[];
	isFailed: boolean;
}

export interface Subject {
	name: string;
	kind: 'action' | 'credential test' | 'list in the editor';
	/** Whether a trial would see what the one before has left behind. */
	needsNewSandbox?: boolean;
	/** Brings the sandbox into the state for it, and gives what is to be done under a fault. */
	prepare(sandbox: TestSandbox, way: Way): Promise<() => Promise<Result>>;
}

/** For what can be made once in a sandbox; gives the fields that must be others each time. */
const MAKE_ROOM: Partial<Record<string, Example>> = {
	'reportSubscription/upsert': async (sandbox) => {
		await sandbox.call('DELETE', '/reporting/v3/report-subscriptions/Previewed');
		return {};
	},
	'report/create': async ({ control }) => {
		const reports = await control.reports();
		await control.completeReports();
		return { additionalFields: { reportName: `Once ${reports.length}` } };
	},
};

const actionSubject = (node: INodeType, action: string, example: Example): Subject => ({
	name: action,
	kind: 'action',
	needsNewSandbox: action.startsWith('invoiceSettings/'),
	prepare: async (sandbox, way) => {
		const [resource, operation] = action.split('/');
		const { input, ...fields }: IDataObject = {
			...(await example(sandbox)),
			...(await MAKE_ROOM[action]?.(sandbox)),
		};
		const parameters = withDefaults(node, { resource, operation, ...fields });
		return async () => {
			const items = input as IDataObject[] | undefined;
			const run = await runNode({ node, parameters, input: items, ...way });
			const output = await Promise.all(
				run.items.map(async (item) => ({
					json: item.json,
					file: item.binary && (await run.binary(item)).toString('latin1'),
				})),
			);
			return { output, messages: messagesOf(run), isFailed: run.error !== undefined };
		};
	},
});

type EditorMethod = (this: LoadOptionsContext, filter?: string) => Promise<unknown>;

const IN_FORM = { reportDefinitionName: byName('TransactionRequestClass') };

const editorSubject = (node: INodeType, name: string, method: EditorMethod): Subject => ({
	name: `${node.description.name}: ${name}`,
	kind: 'list in the editor',
	prepare: async (_sandbox, way) => async () =>
		await telling(async () => await method.call(editorOf(node, IN_FORM, way))),
});

async function telling(work: () => Promise<unknown>): Promise<Result> {
	try {
		const output = await searched('what the editor shows', work());
		// A list of the editor that goes on without the service says where its entries come from.
		const messages = JSON.stringify(output ?? '').match(/from the catalog/) ?? [];
		return { output, messages: [...messages], isFailed: false };
	} catch (error) {
		return { output: undefined, messages: [(error as Error).message], isFailed: true };
	}
}

const editorSubjects = (node: INodeType): Subject[] =>
	Object.entries({ ...node.methods?.loadOptions, ...node.methods?.listSearch }).map(
		([name, method]) => editorSubject(node, name, method as EditorMethod),
	);

const credentialTestSubject = (node: INodeType): Subject => ({
	name: `${node.description.name}: credential test`,
	kind: 'credential test',
	prepare: async (_sandbox, way) => async () =>
		await telling(async () => {
			const data = testCredential(way);
			const context = new CredentialTestContext(additionalData(data));
			const test = node.methods?.credentialTest?.merchantApiTest as ICredentialTestFunction;
			const result = await test.call(context, { id: '1', name: 'c', type: 'merchantApi', data });
			if (result.status !== 'OK') throw new Error(result.message);
			return result.status;
		}),
});

const NODES: Record<string, INodeType> = {
	MerchantReporting: new MerchantReporting(),
	MerchantInvoicing: new MerchantInvoicing(),
};

const waiting: Example = async (sandbox) => {
	await sandbox.control.send('PUT', '/generation', { queuedSeconds: 0, runningSeconds: 0 });
	await sandbox.control.traffic({ perDay: 2, from: '2026-11-01T00:00:00Z' });
	const fields = await ACTION_EXAMPLES.MerchantReporting.actions['report/create'](sandbox);
	// An order that the service takes and never makes is waited for in vain.
	return { ...fields, wait: true, output: 'rows', options: { waitMinutes: 0.02 } };
};

/** It is ordered, looked at until it is ready, and downloaded. */
export const WAITING: Subject = {
	...actionSubject(NODES.MerchantReporting, 'report/create', waiting),
	name: 'report/create, waiting',
};

const secondBatch: Example = async (sandbox) => {
	const node = NODES.MerchantReporting;
	const example = ACTION_EXAMPLES.MerchantReporting.actions['report/fetch'];
	const fields = { ...(await example(sandbox)), output: 'oneBatch', batchSize: 2 };
	const first = { resource: 'report', operation: 'fetch', ...fields };
	const { address, token } = sandbox;
	const { items } = await runNode({ node, parameters: withDefaults(node, first), address, token });
	return { ...fields, cursor: items[0].json.nextCursor };
};

/** The rows after those of an earlier run, which ended with a cursor. */
export const SECOND_BATCH: Subject = {
	...actionSubject(NODES.MerchantReporting, 'report/fetch', secondBatch),
	name: 'report/fetch, second batch',
};

/** Everything that a node does at the service. */
export const subjectsOf = (name: keyof typeof ACTION_EXAMPLES): Subject[] => [
	...Object.entries(ACTION_EXAMPLES[name].actions).map(([action, example]) =>
		actionSubject(NODES[name], action, example),
	),
	...editorSubjects(NODES[name]),
	credentialTestSubject(NODES[name]),
];
