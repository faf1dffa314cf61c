import type { IConnections, IDataObject, INode } from 'n8n-workflow';
import type { StoredCredential, WorkflowFile } from '../../../host/rest';

const PACKAGE = 'n8n-nodes-merchant-services';

export type Step = Omit<INode, 'id' | 'position'>;

export const manual: Step = {
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
};

export const wait = (seconds: number): Step => ({
	name: 'Wait',
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	parameters: { amount: seconds, unit: 'seconds' },
	webhookId: 'wait',
});

const ours =
	(type: string, name: string) =>
	(credential: StoredCredential, parameters: IDataObject, rest: Partial<Step> = {}): Step => ({
		name,
		type: `${PACKAGE}.${type}`,
		typeVersion: 1,
		parameters: parameters as Step['parameters'],
		credentials: { [credential.type]: { id: credential.id, name: credential.name } },
		...rest,
	});

export const reporting = ours('merchantReporting', 'Merchant Reporting');
export const invoicing = ours('merchantInvoicing', 'Merchant Invoicing');
export const trigger = ours('merchantServicesTrigger', 'Merchant Services Trigger');

/** n8n refuses a schedule of less than a minute, but takes several of a minute each. */
export const EVERY_FIVE_SECONDS = {
	item: Array.from({ length: 12 }, (_, n) => ({
		mode: 'custom',
		cronExpression: `${n * 5} * * * * *`,
	})),
};

/** A workflow whose steps follow one another. */
export function chain(name: string, steps: Step[]): WorkflowFile {
	const connections: IConnections = Object.fromEntries(
		steps
			.slice(1)
			.map((step, index) => [
				steps[index].name,
				{ main: [[{ node: step.name, type: 'main' as const, index: 0 }]] },
			]),
	);
	const nodes = steps.map((step, index) => ({
		...step,
		id: `${index}`,
		position: [index * 220, 0] as [number, number],
	}));
	return { name, nodes, connections };
}

/** Steps side by side that have nothing to do with one another. */
export const grid = (name: string, steps: Step[]): WorkflowFile => ({
	name,
	connections: {},
	nodes: steps.map((step, index) => ({
		...step,
		id: `${index}`,
		position: [(index % 5) * 320, Math.floor(index / 5) * 224] as [number, number],
	})),
});
