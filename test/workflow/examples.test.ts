import type { INode } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { examples } from '../../host/examples';
import { MerchantInvoicing } from '../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { MerchantReporting } from '../../nodes/MerchantReporting/MerchantReporting.node';
import { MerchantServicesTrigger } from '../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { becomeTool } from '../support/engine';

const all = [...examples()];
const isOurs = ({ type }: INode) => type.startsWith('n8n-nodes-merchant-services.');
const ours = all.flatMap(([file, { nodes }]) =>
	nodes.filter(isOurs).map((node) => ({ file, name: node.name, node })),
);

/** What the node says of itself. */
function descriptionOf({ type }: INode) {
	const nodes = [new MerchantInvoicing(), new MerchantReporting(), new MerchantServicesTrigger()];
	const [, name] = type.split('.');
	const node = nodes.find(({ description }) => name.startsWith(description.name))!;
	if (name.endsWith('Tool')) becomeTool(node);
	return node.description;
}

describe('the example workflows', () => {
	it('are numbered in the order in which to try them', () => {
		const numbers = all.map(([, { name }]) => name.slice(0, 2));
		expect(numbers).toEqual(all.map((_, at) => String(at + 1).padStart(2, '0')));
	});

	it.each(all)('%s has tags', (_file, { tags }) => {
		expect(tags?.length).toBeGreaterThan(0);
	});

	it.each(all)('%s says what it does, what to change and what it needs', (_file, { nodes }) => {
		const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(notes.map(({ parameters }) => parameters.content)).toEqual([
			expect.stringMatching(/^## .+\n.+\n\n\*\*To change:\*\* .+\n\n\*\*It needs:\*\* .+/),
		]);
	});

	it.each(all)('%s needs no code', (_file, { nodes }) => {
		expect(nodes.map(({ type }) => type)).not.toContain('n8n-nodes-base.code');
		expect(nodes.some(isOurs)).toBe(true);
	});

	it.each(all)('%s connects nodes that it has, each but the note', (_file, file) => {
		const ends = Object.entries(file.connections).flatMap(([from, outputs]) => [
			from,
			...Object.values(outputs).flatMap((lists) =>
				lists.flatMap((list) => (list ?? []).map(({ node }) => node)),
			),
		]);
		const names = file.nodes
			.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote')
			.map(({ name }) => name);
		if (names.length > 1) expect(new Set(ends)).toEqual(new Set(names));
	});

	it.each(ours)('$file: "$name" has no parameter that the node does not know', ({ node }) => {
		const description = descriptionOf(node);
		// Those that n8n itself adds.
		const { pollTimes, descriptionType, toolDescription, ...own } = node.parameters;
		expect(pollTimes !== undefined).toBe('polling' in description);
		const isTool = node.type.endsWith('Tool');
		expect([descriptionType, typeof toolDescription]).toEqual(
			isTool ? ['manual', 'string'] : [undefined, 'undefined'],
		);
		const values = [description.properties, own, true, false, node, description] as const;
		expect(NodeHelpers.getNodeParameters(...values)).toMatchObject(own);
		const issues = NodeHelpers.getNodeParametersIssues(description.properties, node, description);
		expect(issues).toBeNull();
	});

	it.each(all.filter(([file]) => file.startsWith('trigger-')))(
		'%s drops no test event silently',
		(_file, { nodes, connections }) => {
			expect(nodes.filter(({ type }) => type === 'n8n-nodes-base.filter')).toEqual([]);
			for (const { name } of nodes.filter(({ type }) => type === 'n8n-nodes-base.if')) {
				expect(connections[name].main.map((branch) => branch?.length)).toEqual([1, 1]);
			}
		},
	);

	it('lets an agent do without a person nothing but read', () => {
		const tools = all.flatMap(([, { nodes, connections }]) =>
			nodes
				.filter((node) => isOurs(node) && node.type.endsWith('Tool'))
				.map(({ name, parameters }) => ({
					isReading: ['get', 'getAll', 'query'].includes(parameters.operation as string),
					users: connections[name].ai_tool.flatMap((list) =>
						(list ?? []).map(({ node }) => nodes.find((one) => one.name === node)?.type),
					),
				})),
		);
		expect(new Set(tools.map(({ isReading }) => isReading))).toEqual(new Set([true, false]));
		for (const { isReading, users } of tools) {
			const expected = isReading ? /\.agent$/ : /HitlTool$/;
			expect(users).toEqual([expect.stringMatching(expected)]);
		}
	});
});
