import type { INodeProperties } from 'n8n-workflow';

import { showFor } from './fields';

/** The fields of one action, in the order in which they are shown. */
export interface ActionFields {
	resource: string;
	operation: string;
	fields: readonly INodeProperties[];
}

interface SharedField {
	field: INodeProperties;
	/** What makes it the same field in another action. */
	identity: string;
	actions: Array<Pick<ActionFields, 'resource' | 'operation'>>;
}

/**
 * The fields of all actions, each written once for all actions that have it: the editor loads what is written.
 * Each action keeps its fields in their order.
 */
export function sharedFields(actions: readonly ActionFields[]): INodeProperties[] {
	const shared: SharedField[] = [];
	for (const { resource, operation, fields } of actions) {
		let position = 0;
		for (const field of fields) {
			const identity = JSON.stringify(field);
			const found = shared.findIndex(
				(other, index) =>
					index >= position &&
					other.identity === identity &&
					isExact([...other.actions, { resource, operation }], actions),
			);
			if (found === -1) {
				shared.splice(position, 0, { field, identity, actions: [{ resource, operation }] });
				position++;
			} else {
				shared[found].actions.push({ resource, operation });
				position = found + 1;
			}
		}
	}
	return shared.flatMap(({ field, actions: shownIn }) => showFor(conditionOf(shownIn), [field]));
}

const conditionOf = (actions: SharedField['actions']) => ({
	resource: [...new Set(actions.map(({ resource }) => resource))],
	operation: [...new Set(actions.map(({ operation }) => operation))],
});

/** Whether the lists of resources and operations bring the field up for these actions, and no others. */
function isExact(shownIn: SharedField['actions'], all: readonly ActionFields[]): boolean {
	const { resource: resources, operation: operations } = conditionOf(shownIn);
	const broughtUp = all.filter(
		({ resource, operation }) => resources.includes(resource) && operations.includes(operation),
	);
	return broughtUp.length === shownIn.length;
}
