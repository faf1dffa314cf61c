import type {
	IConnections,
	INode,
	INodeExecutionData,
	IRunExecutionData,
	IRunData,
} from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

export const OWNER = {
	email: 'owner@example.com',
	password: 'Sandbox-Owner-1',
	firstName: 'Sandbox',
	lastName: 'Owner',
};

export interface WorkflowFile {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: Record<string, unknown>;
	pinData?: Record<string, unknown>;
	tags?: Array<{ name: string }>;
}
export interface StoredWorkflow extends WorkflowFile {
	id: string;
	versionId: string;
	active: boolean;
}
export interface StoredCredential {
	id: string;
	name: string;
	type: string;
}
export interface Execution {
	id: string;
	status: 'new' | 'running' | 'waiting' | 'success' | 'error' | 'canceled' | 'crashed' | 'unknown';
	mode: string;
	workflowId: string;
	data: IRunExecutionData;
	/** From EXECUTIONS_DATA_MAX_DISPLAY_SIZE on (100 MiB), n8n answers with no data, and no error. */
	dataTooLargeToDisplay?: boolean;
}

const PATIENCE_MS = 60_000;
const ENDED = ['success', 'error', 'canceled', 'crashed'];

/** n8n's own REST API, as its editor uses it, with the owner's session. */
export class N8nClient {
	private cookie = '';

	constructor(readonly address: string) {}

	/** A connection of its own for each request: n8n closes an idle one just when the next is sent on it. */
	private get headers(): Record<string, string> {
		return { cookie: this.cookie, connection: 'close' };
	}

	async call<T>(
		method: string,
		path: string,
		body?: unknown,
		patienceMs = PATIENCE_MS,
	): Promise<T> {
		const response = await fetch(`${this.address}/rest${path}`, {
			method,
			headers: { ...this.headers, 'content-type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
			signal: AbortSignal.timeout(patienceMs),
		});
		const text = await response.text();
		if (!response.ok)
			throw new Error(`n8n answered ${response.status} to ${method} ${path}: ${text}`);
		const session = response.headers.getSetCookie().find((line) => line.startsWith('n8n-auth='));
		if (session) this.cookie = session.split(';')[0];
		const answer = text === '' ? {} : (JSON.parse(text) as { data?: T });
		return ('data' in answer ? answer.data : answer) as T;
	}

	/** Makes the owner's account on the first start, and logs in on every other. */
	async logIn(): Promise<void> {
		const { userManagement } = await this.call<{
			userManagement: { showSetupOnFirstLoad: boolean };
		}>('GET', '/settings');
		if (userManagement.showSetupOnFirstLoad) await this.call('POST', '/owner/setup', OWNER);
		await this.call('POST', '/login', {
			emailOrLdapLoginId: OWNER.email,
			password: OWNER.password,
		});
	}

	/** What the editor offers in its node list. */
	async nodeTypes(): Promise<Array<{ name: string; displayName: string }>> {
		const response = await fetch(`${this.address}/types/nodes.json`, { headers: this.headers });
		return (await response.json()) as Array<{ name: string; displayName: string }>;
	}

	/** A stored file, by the id that an item's binary data carries. */
	async binary(id: string): Promise<Buffer> {
		const response = await fetch(
			`${this.address}/rest/binary-data?id=${encodeURIComponent(id)}&action=download`,
			{ headers: this.headers },
		);
		if (!response.ok) throw new Error(`n8n answered ${response.status} for the file ${id}`);
		return Buffer.from(await response.arrayBuffer());
	}

	async credentials(): Promise<StoredCredential[]> {
		return await this.call('GET', '/credentials');
	}

	async saveCredential(
		name: string,
		type: string,
		data: Record<string, unknown>,
	): Promise<StoredCredential> {
		const known = (await this.credentials()).find((one) => one.name === name && one.type === type);
		const body = { name, type, data };
		return known
			? await this.call('PATCH', `/credentials/${known.id}`, body)
			: await this.call('POST', '/credentials', body);
	}

	async workflows(): Promise<StoredWorkflow[]> {
		return await this.call('GET', '/workflows');
	}

	/** Stores a workflow, with the given credential in place of those of the same type it was made with. */
	async addWorkflow(file: WorkflowFile, credential?: StoredCredential): Promise<StoredWorkflow> {
		const nodes = file.nodes.map((node) =>
			credential && node.credentials?.[credential.type]
				? {
						...node,
						credentials: {
							...node.credentials,
							[credential.type]: { id: credential.id, name: credential.name },
						},
					}
				: node,
		);
		// Without pinned data n8n keeps null, and fails to run the workflow once the editor has saved it.
		const { name, connections, settings = {}, pinData = {} } = file;
		const tags = await this.tagIds(file.tags ?? []);
		const workflow = { name, nodes, connections, settings, pinData, tags };
		return await this.call('POST', '/workflows', workflow);
	}

	/** The tags of these names; those that are missing are made. */
	private async tagIds(wanted: ReadonlyArray<{ name: string }>): Promise<string[]> {
		if (wanted.length === 0) return [];
		const known = await this.call<Array<{ id: string; name: string }>>('GET', '/tags');
		const ids: string[] = [];
		for (const { name } of wanted) {
			const tag =
				known.find((each) => each.name === name) ??
				(await this.call<{ id: string }>('POST', '/tags', { name }));
			ids.push(tag.id);
		}
		return ids;
	}

	async activate({ id, versionId }: StoredWorkflow): Promise<void> {
		await this.call('POST', `/workflows/${id}/activate`, { versionId });
	}

	/** Publishes a workflow that polls, and waits for the first poll, which n8n makes after it has answered. */
	async activatePolling(workflow: StoredWorkflow): Promise<void> {
		await this.activate(workflow);
		for (let tries = 0; tries < 300; tries++) {
			const { staticData } = await this.call<{ staticData: object | null }>(
				'GET',
				`/workflows/${workflow.id}`,
			);
			if (staticData && Object.keys(staticData).length > 0) return;
			await sleep(200);
		}
		throw new Error(`Workflow ${workflow.name} was published and never polled`);
	}

	/** A large one takes n8n as long to answer with as to run: give it the same patience. */
	async execution(id: string, patienceMs = PATIENCE_MS): Promise<Execution> {
		const { data, ...rest } = await this.call<Omit<Execution, 'data'> & { data: string }>(
			'GET',
			`/executions/${id}`,
			undefined,
			patienceMs,
		);
		const { parse } = await import('flatted');
		return { ...rest, data: parse(data) as IRunExecutionData };
	}

	/** The latest 100 of a workflow that have one of the statuses, newest first, without their data. */
	async executions(
		workflowId: string,
		status?: Array<Execution['status']>,
	): Promise<Array<Omit<Execution, 'data'>>> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId, status }));
		const { results } = await this.call<{ results: Array<Omit<Execution, 'data'>> }>(
			'GET',
			`/executions?filter=${filter}&limit=100`,
		);
		return results;
	}

	/** Presses "Execute workflow" and waits for the end. */
	async run(workflow: StoredWorkflow, from: string, patienceMs = PATIENCE_MS): Promise<Execution> {
		const { executionId } = await this.call<{ executionId: string }>(
			'POST',
			`/workflows/${workflow.id}/run`,
			{ triggerToStartFrom: { name: from } },
		);
		return await this.ended(executionId, patienceMs);
	}

	/** Presses "Retry" on an execution that failed, and waits for the end of the new one. */
	async retry(executionId: string): Promise<Execution> {
		const { id } = await this.call<{ id: string }>('POST', `/executions/${executionId}/retry`, {
			loadWorkflow: false,
		});
		return await this.ended(id);
	}

	async ended(executionId: string, patienceMs = PATIENCE_MS): Promise<Execution> {
		for (const deadline = Date.now() + patienceMs; ; await sleep(200)) {
			const execution = await this.execution(executionId, patienceMs);
			if (ENDED.includes(execution.status)) return execution;
			if (Date.now() > deadline) {
				throw new Error(
					`Execution ${executionId} is still ${execution.status} after ${patienceMs} ms`,
				);
			}
		}
	}
}

/** The items that a node gave out of its first output in its last run. */
export function itemsOf(execution: Execution, nodeName: string, output = 0): INodeExecutionData[] {
	if (execution.dataTooLargeToDisplay) {
		throw new Error(
			`n8n saved execution ${execution.id} and does not show it: it is over EXECUTIONS_DATA_MAX_DISPLAY_SIZE`,
		);
	}
	const runs: Partial<IRunData> = execution.data.resultData.runData;
	return runs[nodeName]?.at(-1)?.data?.main[output] ?? [];
}
