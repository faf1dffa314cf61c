import 'reflect-metadata';

import { Container } from '@n8n/di';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core reads its folder when it is loaded; tests must not touch the one of a real n8n.
const folder = mkdtempSync(join(tmpdir(), 'merchant-services-test-'));
process.env.N8N_USER_FOLDER = folder;
process.env.N8N_LOG_LEVEL ??= 'silent';
process.env.N8N_ENCRYPTION_KEY ??= 'test-encryption-key';
const removeFolder = () => {
	searchFolder('the stored file', join(folder, 'binary'));
	rmSync(folder, { recursive: true, force: true });
	failOnLeaks();
};
// jest gives each test file a process object of its own, which never learns of the end.
if (typeof afterAll === 'function') afterAll(removeFolder);
else process.once('exit', removeFolder);

import { Logger } from '@n8n/backend-common';
import {
	BinaryDataConfig,
	BinaryDataService,
	ExecutionLifecycleHooks,
	ExternalSecretsProxy,
	WorkflowExecute,
} from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeType,
	INodeTypes,
	IRun,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { NodeHelpers, Workflow } from 'n8n-workflow';

import { MerchantApi } from '../../credentials/MerchantApi.credentials';
import { MerchantOAuth2Api } from '../../credentials/MerchantOAuth2Api.credentials';
import { DEFAULT_RETRY_POLICY, EDITOR_RETRY_POLICY } from '../../nodes/shared/transport/retry';
import { failOnLeaks, search, searchFolder } from './canary';
import { OneCredential } from './credentialsHelper';
import { inputNode } from './inputNode';

// No test waits for the pauses between two attempts.
for (const policy of [DEFAULT_RETRY_POLICY, EDITOR_RETRY_POLICY]) policy.pause = 1;

// What n8n would write to its log, whatever its level is.
const logger = Container.get(Logger);
for (const level of ['debug', 'info', 'warn', 'error'] as const) {
	logger[level] = (message, metadata) => {
		search(`the log (${level})`, [message, metadata]);
		Logger.prototype[level].call(logger, message, metadata);
	};
}

/** An error as a person reads it: the message, then the problems of its list, if it has one. */
export function wordsOf({
	message,
	description,
}: {
	message: string;
	description?: string | null;
}): string {
	const list = /^<ul><li>(.*)<\/li><\/ul> ?(.*)$/s.exec(description ?? '');
	if (list === null) return message;
	return `${message}: ${[...list[1].split('</li><li>'), list[2]].filter(Boolean).join('; ')}`;
}

export interface NodeRun {
	/** What the node put out, over all its runs. */
	items: INodeExecutionData[];
	error?: Error & { description?: string | null; context?: IDataObject };
	/** What stands above the output. */
	hints: string[];
	run: IRun;
	binary(item: INodeExecutionData, property?: string): Promise<Buffer>;
}

export interface NodeRunOptions {
	node: INodeType;
	parameters: IDataObject;
	input?: Array<IDataObject | INodeExecutionData>;
	/** The batches that a loop gives the node after the input. */
	laterBatches?: IDataObject[][];
	address: string;
	token: string;
	credential?: IDataObject;
	continueOnFail?: boolean;
	/** As in the node's settings. */
	retryOnFail?: boolean;
	/** Whether it runs as a tool of an agent, which n8n gives a type of its own. */
	asTool?: boolean;
	/** For nodes of n8n's own that have several. */
	typeVersion?: number;
	/** Stops the execution, as the user does with the editor's stop button. */
	cancelWhen?: Promise<unknown>;
}

/** The credential of a test: the sandbox (or any server on this machine) with a token. */
export const testCredential = ({
	address,
	token,
	credential = {},
}: Pick<NodeRunOptions, 'address' | 'token' | 'credential'>): ICredentialDataDecryptedObject => ({
	environment: 'sandbox',
	sandboxAddress: address,
	token,
	organizationId: '',
	headerName: 'Authorization',
	headerPrefix: 'Bearer',
	...credential,
});

export function nodeTypesOf(types: Record<string, INodeType>): INodeTypes {
	const byName = (name: string) => types[name];
	return {
		getByName: byName,
		getByNameAndVersion: byName,
		getKnownTypes: () => ({}),
	};
}

/** The credential type that a node with these parameters uses. */
export const credentialTypeFor = ({ authentication }: IDataObject): ICredentialType =>
	authentication === 'oAuth2' ? new MerchantOAuth2Api() : new MerchantApi();

export function additionalData(
	credential: ICredentialDataDecryptedObject,
	type: ICredentialType = new MerchantApi(),
): IWorkflowExecuteAdditionalData {
	const unexpected = (what: string) => async () => {
		throw new Error(`A test workflow does not ${what}`);
	};
	return {
		credentialsHelper: new OneCredential(type, credential),
		hooks: new ExecutionLifecycleHooks('manual', 'test-execution', {
			id: 'test-workflow',
			name: 'Test',
			active: false,
			isArchived: false,
			activeVersionId: null,
			createdAt: new Date(0),
			updatedAt: new Date(0),
			nodes: [],
			connections: {},
		}),
		executionId: 'test-execution',
		workflowId: 'test-workflow',
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: 'http://n8n.invalid',
		instanceBaseUrl: 'http://n8n.invalid',
		formBaseUrl: 'http://n8n.invalid',
		formWaitingBaseUrl: 'http://n8n.invalid',
		formTestBaseUrl: 'http://n8n.invalid',
		webhookBaseUrl: 'http://n8n.invalid',
		webhookWaitingBaseUrl: 'http://n8n.invalid',
		webhookTestBaseUrl: 'http://n8n.invalid',
		mcpBaseUrl: 'http://n8n.invalid',
		mcpTestBaseUrl: 'http://n8n.invalid',
		executeWorkflow: unexpected('start another one'),
		getRunExecutionData: unexpected('look at other executions'),
		getRuntimeCredential: unexpected('use runtime credentials'),
		startRunnerTask: unexpected('run code'),
		logAiEvent: () => {},
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
	} as IWorkflowExecuteAdditionalData;
}

let binaryStore: Promise<BinaryDataService> | undefined;

async function prepareBinaryStore(): Promise<BinaryDataService> {
	const config = Container.get(BinaryDataConfig);
	config.mode = 'filesystem';
	config.availableModes = ['filesystem'];
	config.localStoragePath = join(folder, 'binary');
	const service = Container.get(BinaryDataService);
	await service.init();
	return service;
}

/** n8n makes a second type of a node for agents, with another name. */
export function becomeTool({ description }: INodeType): void {
	if (!description.name.endsWith('Tool')) description.name += 'Tool';
}

/** Runs one node of ours in a real workflow, by n8n's own engine, on the given input items. */
export async function runNode(options: NodeRunOptions): Promise<NodeRun> {
	const { node, parameters, input = [{}], continueOnFail = false, typeVersion = 1 } = options;
	binaryStore ??= prepareBinaryStore();
	const store = await binaryStore;

	if (options.asTool === true) becomeTool(node);
	const type = `n8n-nodes-merchant-services.${node.description.name}`;
	const credentialType = credentialTypeFor(parameters);
	const later = options.laterBatches ?? [];
	const nodeTypes = nodeTypesOf({
		[type]: node,
		input: inputNode(input),
		loop: inputNode(...later),
	});
	const workflow = new Workflow({
		id: 'test-workflow',
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1' },
		nodes: [
			{ id: '1', name: 'Input', type: 'input', typeVersion: 1, position: [0, 0], parameters: {} },
			{ id: '3', name: 'Loop', type: 'loop', typeVersion: 1, position: [400, 0], parameters: {} },
			{
				id: '2',
				name: node.description.displayName,
				type,
				typeVersion,
				position: [200, 0],
				parameters: parameters as INode['parameters'],
				credentials: { [credentialType.name]: { id: '1', name: 'Test' } },
				...(continueOnFail ? { onError: 'continueRegularOutput' as const } : {}),
				...(options.retryOnFail ? { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } : {}),
			},
		],
		connections: {
			Input: { main: [[{ node: node.description.displayName, type: 'main', index: 0 }]] },
			...(later.length > 0 && {
				[node.description.displayName]: { main: [[{ node: 'Loop', type: 'main', index: 0 }]] },
				Loop: { main: [[{ node: node.description.displayName, type: 'main', index: 0 }]] },
			}),
		},
	});
	const execution = new WorkflowExecute(
		additionalData(testCredential(options), credentialType),
		'manual',
	).run({
		workflow,
		startNode: workflow.getNode('Input')!,
	});
	void options.cancelWhen?.then(() => execution.cancel());
	const run = await execution;
	search('the run', run);

	const tasks = run.data.resultData.runData[node.description.displayName] ?? [];
	return {
		run,
		items: tasks.flatMap((task) => task.data?.main[0] ?? []),
		error: run.data.resultData.error as NodeRun['error'],
		hints: tasks.flatMap(({ hints = [] }) => hints.map(({ message }) => message)),
		binary: async (item, property = 'data') => await store.getAsBuffer(item.binary![property]),
	};
}

/** The parameters a new node has in the editor, with the given ones set: shows what the defaults really do. */
export function withDefaults(node: INodeType, parameters: IDataObject): IDataObject {
	return NodeHelpers.getNodeParameters(
		node.description.properties,
		parameters as INode['parameters'],
		true,
		false,
		null,
		node.description,
	)!;
}
