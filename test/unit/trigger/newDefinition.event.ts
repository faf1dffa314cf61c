import type { INodeProperties } from 'n8n-workflow';

import {
	type PollRun,
	type PreparedEvent,
	type TriggerEvent,
} from '../../../nodes/MerchantServicesTrigger/event';
import { readNumberField, readOptions, readText } from '../../../nodes/shared/node/parameters';
import { Reporting } from '../../../nodes/shared/service/reporting';
import { definitionNameOf } from '../../../nodes/shared/service/reportResponses';

interface State {
	seen: string[];
}

const leastOption: INodeProperties = {
	displayName: 'Least',
	name: 'least',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
};

const itemOf = (type: string) => ({ json: { type } });

/** An event that only the tests have: the service offers a type of report that it did not offer before. */
export const newDefinition: TriggerEvent = {
	value: 'newDefinition',
	name: 'New Report Type',
	description: 'The service offers a new type of report',
	fields: [{ displayName: 'Starts With', name: 'startsWith', type: 'string', default: '' }],
	options: [leastOption],

	prepare(fields): PreparedEvent<State> {
		readNumberField(leastOption, readOptions(fields).least);
		const list = async ({ transport }: PollRun): Promise<string[]> => {
			const definitions = await new Reporting(transport).listDefinitions({}, 'List report types');
			const startsWith = readText(fields, 'startsWith');
			return definitions.map(definitionNameOf).filter((name) => name.startsWith(startsWith));
		};
		return {
			example: async (run) => (await list(run)).slice(0, 1).map(itemOf),
			async poll(state, run) {
				const seen = await list(run);
				const known = state?.seen ?? seen;
				const items = seen.filter((type) => !known.includes(type)).map(itemOf);
				return { items, state: { seen } };
			},
			condition: () => ({ backlog: 0, quarantine: [] }),
			replay: async (_replay, _state, run) => ({ items: (await list(run)).map(itemOf) }),
		};
	},
};
