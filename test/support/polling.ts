import { PollContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeType,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { search, searched } from './canary';
import { additionalData, credentialTypeFor, nodeTypesOf, testCredential } from './engine';
import { type Poll, pollExecutor } from './pollExecutor';

export interface PollingOptions {
	node: INodeType;
	parameters: IDataObject;
	address: string;
	token: string;
	credential?: IDataObject;
	credentialId?: string;
	timezone?: string;
	/** The time that n8n allows a poll. */
	budgetMs?: number;
}

const TYPE = 'n8n-nodes-merchant-services.trigger';

/** n8n gives each workflow an identifier of its own; a process that is killed forgets, as a new one does. */
let workflows = 0;

/**
 * An active workflow with one polling trigger, run by n8n-core's own poll machinery. It keeps static data as
 * n8n does: saved on activation and with every poll that returns events, in memory only otherwise.
 */
export class PollingWorkflow {
	/** What was handed over, one entry per execution that n8n would have started. */
	readonly executions: INodeExecutionData[][] = [];
	readonly errors: Error[] = [];
	/** What is in n8n's database. */
	saved = '{}';
	private workflow: Workflow;
	private id = `workflow-${workflows++}`;

	constructor(private options: PollingOptions) {
		this.workflow = this.load();
	}

	private get data(): IWorkflowExecuteAdditionalData {
		const { options } = this;
		return additionalData(testCredential(options), credentialTypeFor(options.parameters));
	}

	get events(): IDataObject[] {
		return this.executions.flat().map(({ json }) => json);
	}

	/** The trigger's own part of the static data, as it is in memory. */
	get state(): IDataObject {
		return this.workflow.getStaticData('node', this.node);
	}

	private get node(): INode {
		return this.workflow.getNode('Trigger')!;
	}

	private load(): Workflow {
		const { node, parameters, credentialId = '1', timezone = 'UTC' } = this.options;
		return new Workflow({
			id: this.id,
			active: true,
			nodeTypes: nodeTypesOf({ [TYPE]: node }),
			settings: { timezone },
			staticData: JSON.parse(this.saved) as IDataObject,
			connections: {},
			nodes: [
				{
					id: 'trigger',
					name: 'Trigger',
					type: TYPE,
					typeVersion: 1,
					position: [0, 0],
					parameters: parameters as INode['parameters'],
					credentials: {
						[credentialTypeFor(parameters).name]: { id: credentialId, name: 'Test' },
					},
				},
			],
		});
	}

	private save(): void {
		if (!(this.workflow.staticData as { __dataChanged?: boolean }).__dataChanged) return;
		this.saved = JSON.stringify(this.workflow.staticData);
		search('the saved static data', this.saved);
		(this.workflow.staticData as { __dataChanged?: boolean }).__dataChanged = false;
	}

	private executor(activation: 'activate' | 'update'): Poll {
		const emit = (data: INodeExecutionData[][]) => {
			this.save();
			// An execution keeps what it was given, whatever happens to it later.
			this.executions.push(structuredClone(data[0]));
			search('the items of the trigger', data);
		};
		const emitError = (error: Error) => {
			search('the error of the trigger', error);
			this.errors.push(error);
		};
		const { workflow, node } = this;
		const { budgetMs } = this.options;
		const context = new PollContext(
			workflow,
			node,
			this.data,
			'trigger',
			activation,
			emit,
			emitError,
		);
		// Not by the constructor: the oldest engine knows no such limit, and a trigger there keeps to its own.
		if (budgetMs !== undefined) Object.assign(context, { getPollBudgetMs: () => budgetMs });
		return pollExecutor(workflow, node, context);
	}

	/** As n8n does it: a first poll whose failure fails the activation. */
	async activate(): Promise<void> {
		await searched('the activation', this.executor('activate')(true));
		this.save();
	}

	/** One poll by the clock; returns what it handed over. A failure is kept in `errors`. */
	async poll(): Promise<IDataObject[]> {
		const before = this.executions.length;
		await this.executor('update')();
		search('the static data', this.workflow.staticData);
		return this.executions
			.slice(before)
			.flat()
			.map(({ json }) => json);
	}

	/** n8n is killed and started again: what was not saved is gone. */
	async restart(changes: Partial<PollingOptions> = {}): Promise<void> {
		this.options = { ...this.options, ...changes };
		this.id = `workflow-${workflows++}`;
		this.workflow = this.load();
		await this.activate();
	}

	/** n8n has lost everything, in its database and in its process. */
	forget(): void {
		this.saved = '{}';
		this.id = `workflow-${workflows++}`;
		this.workflow = this.load();
	}

	/** One poll as n8n's newer scheduler runs it: with what is saved, and what it writes without events is dropped. */
	async pollFromSaved(): Promise<IDataObject[]> {
		this.workflow = this.load();
		const events = await this.poll();
		this.workflow = this.load();
		return events;
	}

	/** "Fetch Test Event" in the editor. */
	async example(): Promise<INodeExecutionData[]> {
		const { node } = this.options;
		const context = new PollContext(this.workflow, this.node, this.data, 'manual', 'manual');
		const result = await searched('the test event', node.poll!.call(context));
		return result?.[0] ?? [];
	}
}
