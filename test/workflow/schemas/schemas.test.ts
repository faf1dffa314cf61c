import type { IDataObject, INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { ACTION_EXAMPLES, runAction } from '../../support/actionExamples';
import { MerchantServicesTrigger } from '../../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { samplesOnPages } from '../../package/pages';
import { withDefaults } from '../../support/engine';
import { PollingWorkflow } from '../../support/polling';
import { useSandbox } from '../../support/sandbox';
import { NOW, useFixedTime } from '../reporting/harness';
import { previewOf, SchemaFolder } from './schema';

/** Set by `npm run schemas`: what the actions put out is written down instead of compared. */
const isWriting = process.env.WRITE_SCHEMAS === '1';

const sandbox = useSandbox('all', { now: NOW, quarter: true });
useFixedTime();

/** "resource/operation" of everything that a node offers. */
const offered = ({ description }: INodeType): string[] =>
	description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }: INodeProperties) =>
			(displayOptions?.show?.resource ?? []).flatMap((resource) =>
				(options as INodePropertyOptions[]).map(({ value }) => `${resource as string}/${value}`),
			),
		)
		.sort();

/** Whether an action offers a simplified output, which is the default. */
const hasOutput = ({ description }: INodeType, action: string): boolean => {
	const [resource, operation] = action.split('/');
	return description.properties.some(
		({ displayOptions, default: usual }) =>
			usual === 'simplified' &&
			displayOptions?.show?.resource?.includes(resource) &&
			displayOptions.show.operation?.includes(operation),
	);
};

/** A run leaves out the reason where no item has one. It can be mapped all the same. */
const withReason = (json: IDataObject): IDataObject =>
	'outcome' in json && 'invoiceNumber' in json ? { ...json, reason: json.reason ?? '' } : json;

describe.each(Object.entries(ACTION_EXAMPLES))(
	'the output previews of %s',
	(name, { node, actions }) => {
		const schemas = new SchemaFolder(name);

		it('have an example for every action, and for nothing else', () => {
			expect(Object.keys(actions).sort()).toEqual(offered(node));
		});

		it.each(Object.keys(actions))('show of %s just what it puts out', async (action) => {
			const { items, error } = await runAction(
				node,
				action,
				await actions[action](sandbox),
				sandbox,
			);
			if (error !== undefined) throw error;
			expect(items.length).toBeGreaterThan(0);
			const schema = previewOf(items.map(({ json }) => withReason(json)));
			if (isWriting) schemas.write(action, schema);
			// n8n's guideline for a simplified output.
			if (hasOutput(node, action)) expect(Object.keys(schema.properties!).length).toBeLessThan(11);
			// The order of fields is part of the preview.
			expect(JSON.stringify(schemas.read(action))).toBe(JSON.stringify(schema));
		});

		it('exist for nothing else', () => {
			const stale = schemas.names.filter((file) => !(file in actions));
			if (isWriting) for (const file of stale) schemas.remove(file);
			expect(schemas.names).toEqual(Object.keys(actions).sort());
		});
	},
);

/** The first item of "resource/operation", of "resource/operation/output", or of an event of the trigger. */
async function firstItemOf(nodeName: string, what: string): Promise<IDataObject> {
	if (nodeName === 'MerchantServicesTrigger') {
		const node = new MerchantServicesTrigger();
		const parameters = withDefaults(node, { event: what });
		const { address, token } = sandbox;
		return (await new PollingWorkflow({ node, parameters, address, token }).example())[0].json;
	}
	const { node, actions } = ACTION_EXAMPLES[nodeName];
	const [resource, operation, output] = what.split('/');
	const action = `${resource}/${operation}`;
	const parameters = { ...(await actions[action](sandbox)), ...(output && { output }) };
	return (await runAction(node, action, parameters, sandbox)).items[0].json;
}

it.each(samplesOnPages())(
	'$page shows only fields that $node $what puts out',
	async ({ node, what, sample }) => {
		const fields = Object.keys(sample);
		const output = await firstItemOf(node, what);
		expect(fields.filter((name) => name in output)).toEqual(fields);
	},
);
