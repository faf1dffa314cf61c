import { Container } from '@n8n/di';
import { type PollContext, PollTriggerExecutor } from 'n8n-core';
import type { INode, Workflow } from 'n8n-workflow';

/** What n8n runs at each poll; the first one, on activation, tests the trigger and throws what goes wrong. */
export type Poll = (isActivation?: boolean) => Promise<void>;

export const pollExecutor = (workflow: Workflow, node: INode, context: PollContext): Poll =>
	Container.get(PollTriggerExecutor).create(workflow, node, context, () => true);
