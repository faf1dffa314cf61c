import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { INodeType } from 'n8n-workflow';

const FOLDER = path.resolve(__dirname, '../../../nodes');

const load = <Loaded extends object>(file: string) =>
	jest.requireActual<Loaded>(path.join(FOLDER, file));

/** Every node of the package with its codex, by the folder it stands in. */
export const NODES = Object.fromEntries(
	readdirSync(FOLDER)
		.filter((name) => name !== 'shared')
		.map((name) => {
			const { [name]: Node } = load<Record<string, new () => INodeType>>(`${name}/${name}.node.ts`);
			return [name, { node: new Node(), codex: load<object>(`${name}/${name}.node.json`) }];
		}),
);
