import { LoadOptionsContext } from 'n8n-core';
import type { IDataObject, INode, INodeType } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { additionalData, nodeTypesOf, type NodeRunOptions, testCredential } from './engine';

type Way = Pick<NodeRunOptions, 'address' | 'token' | 'credential'>;

/** The context in which the editor asks a node for the entries of a list. Without a way, it has no credential. */
export function editorOf(node: INodeType, entered: IDataObject, way?: Way): LoadOptionsContext {
	const { name } = node.description;
	const parameters = { authentication: 'tokenOrKey', ...entered };
	const inEditor = {
		id: '1',
		name,
		type: name,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		...(way && { credentials: { merchantApi: { id: '1', name: 'Test' } } }),
	} as unknown as INode;
	const workflow = new Workflow({
		nodes: [inEditor],
		connections: {},
		active: false,
		nodeTypes: nodeTypesOf({ [name]: node }),
		settings: { timezone: 'Europe/Berlin' },
	});
	const data = additionalData(testCredential(way ?? { address: '', token: '' }));
	data.currentNodeParameters = parameters;
	return new LoadOptionsContext(workflow, inEditor, data, '');
}
