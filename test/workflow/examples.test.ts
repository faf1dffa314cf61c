import type { INode } from 'n8n-workflow';
import { examples } from '../../host/examples';

const all = [...examples()];
const isOurs = ({ type }: INode) => type.startsWith('n8n-nodes-merchant-services.');

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
