import { Container } from '@n8n/di';
import * as engine from 'n8n-core';
import type { INode, INodeExecutionData, IPollFunctions, Workflow } from 'n8n-workflow';
import type { Poll } from '../support/pollExecutor';

type OldActive = new () => {
	triggersAndPollers: {
		runPoll(
			workflow: Workflow,
			node: INode,
			context: IPollFunctions,
		): Promise<INodeExecutionData[][] | null>;
	};
};

/** The oldest engine has no class for it: this is what its list of active workflows does at each poll. */
export const pollExecutor =
	(workflow: Workflow, node: INode, context: engine.PollContext): Poll =>
	async (isActivation = false) => {
		const { triggersAndPollers } = Container.get(
			Reflect.get(engine, 'ActiveWorkflows') as OldActive,
		);
		try {
			const events = await triggersAndPollers.runPoll(workflow, node, context);
			if (events !== null) context.__emit(events);
		} catch (error) {
			if (isActivation) throw error;
			context.__emitError(error as Error);
		}
	};
