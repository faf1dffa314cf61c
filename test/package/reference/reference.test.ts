import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MerchantApi } from '../../../credentials/MerchantApi.credentials';
import { MerchantOAuth2Api } from '../../../credentials/MerchantOAuth2Api.credentials';
import { MerchantInvoicing } from '../../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { MerchantReporting } from '../../../nodes/MerchantReporting/MerchantReporting.node';
import { MerchantServicesTrigger } from '../../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { type Schema, SchemaFolder } from '../../workflow/schemas/schema';
import { cataloguePage } from './catalogue';
import { actionsPage, credentialsPage, eventsPage } from './options';
import { readSamples, samplesPage } from './samples';

/** Set by `npm run reference`: the pages are written instead of compared. */
const isWriting = process.env.WRITE_REFERENCE === '1';

const FOLDER = path.resolve(__dirname, '../../../docs/reference');

const NODES: Record<string, INodeTypeDescription> = {
	MerchantReporting: new MerchantReporting().description,
	MerchantInvoicing: new MerchantInvoicing().description,
	MerchantServicesTrigger: new MerchantServicesTrigger().description,
};

const labelOf = ({ properties }: INodeTypeDescription, name: string, value: string): string =>
	properties
		.filter((field) => field.name === name)
		.flatMap(({ options = [] }) => options as INodePropertyOptions[])
		.find((option) => option.value === value)!.name;

function titleOf(node: string, name: string): string {
	const description = NODES[node];
	if (name === '') return description.displayName;
	if (!name.includes('/')) return labelOf(description, 'event', name);
	const [resource, operation] = name.split('/');
	const ofResource = {
		...description,
		properties: description.properties.filter(({ displayOptions }) =>
			displayOptions?.show?.resource?.includes(resource),
		),
	};
	const label = labelOf(description, 'resource', resource);
	return `${label}: ${labelOf(ofResource, 'operation', operation)}`;
}

const PAGES: Record<string, () => string> = {
	'reporting.md': () => actionsPage(NODES.MerchantReporting),
	'invoicing.md': () => actionsPage(NODES.MerchantInvoicing),
	'trigger.md': () => eventsPage(NODES.MerchantServicesTrigger),
	'credentials.md': () => credentialsPage([new MerchantApi(), new MerchantOAuth2Api()]),
	'report-fields.md': cataloguePage,
	'output-samples.md': () => samplesPage(readSamples(), titleOf),
};

describe('docs/reference', () => {
	it.each(Object.keys(PAGES))('%s says what the code says (npm run reference)', (name) => {
		const file = path.join(FOLDER, name);
		const text = PAGES[name]();
		if (isWriting) {
			mkdirSync(FOLDER, { recursive: true });
			writeFileSync(file, text);
		}
		expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(text);
	});
});

describe('the output samples', () => {
	const samples = readSamples();
	const actions = ['MerchantReporting', 'MerchantInvoicing'].flatMap((node) =>
		new SchemaFolder(node).names.map((action) => ({ node, action })),
	);

	it.each(actions)('have the fields of $node $action (npm run schemas)', ({ node, action }) => {
		const { properties } = new SchemaFolder(node).read(action) as Schema;
		const fields = Object.keys(samples[node][action]);
		expect(fields.filter((name) => !(name in properties!))).toEqual([]);
		expect(fields).not.toEqual([]);
	});
});
