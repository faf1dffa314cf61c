import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dependencies as host } from '../../host/package.json';
import { dependencies as oldest } from '../../host/oldest/package.json';
import { MerchantInvoicing } from '../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { MerchantReporting } from '../../nodes/MerchantReporting/MerchantReporting.node';

const readme = readFileSync(join(resolve(__dirname, '../..'), 'README.md'), 'utf8');

describe('the README', () => {
	it('claims the versions of n8n that the tests run in, and no others', () => {
		const [, from, newest] =
			/Works with n8n (\S+) and newer: .* whole of n8n (\S+)\.\n/.exec(readme) ?? [];
		expect([from, newest]).toEqual([oldest['n8n-core'], host.n8n]);
	});

	it('lists every action of both nodes in its coverage tables, and no other', () => {
		const nodes = [new MerchantReporting(), new MerchantInvoicing()];
		expect(coveredActions()).toEqual(nodes.flatMap(actionsOf).sort());
	});
});

/** "Resource: Operation" of each action that a row of the coverage tables names. */
function coveredActions(): string[] {
	const [, coverage] = /## Coverage\n(.*?)\n## /s.exec(readme) ?? [];
	const rows = coverage.split('\n').filter((line) => line.startsWith('| `'));
	return rows
		.flatMap((row) => {
			const [resource, operations] = row.split('|')[2].split(':');
			return operations.split(',').map((operation) => `${resource.trim()}: ${operation.trim()}`);
		})
		.sort();
}

function actionsOf({ description: { properties } }: INodeType): string[] {
	const optionsOf = (property: INodeProperties) => property.options as INodePropertyOptions[];
	const resources = optionsOf(properties.find(({ name }) => name === 'resource')!);
	return properties
		.filter(({ name }) => name === 'operation')
		.flatMap((property) => {
			const [value] = property.displayOptions?.show?.resource ?? [];
			const resource = resources.find((option) => option.value === value)!;
			return optionsOf(property).map(({ name }) => `${resource.name}: ${name}`);
		});
}
