import type { INodePropertyOptions, INodeType } from 'n8n-workflow';

import { MerchantInvoicing } from '../../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { MerchantReporting } from '../../../nodes/MerchantReporting/MerchantReporting.node';

/** The values that n8n's assistant knows, of those that nodes can sensibly use. It asks a model about all others. */
const READING = [
	'get',
	'getAll',
	'list',
	'search',
	'read',
	'fetch',
	'download',
	'retrieve',
	'query',
];
const CHANGING = [
	'create',
	'update',
	'upsert',
	'delete',
	'add',
	'remove',
	'send',
	'publish',
	'cancel',
];

const actionsOf = ({ description }: INodeType): string[] =>
	description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options }) =>
			(options as INodePropertyOptions[]).map(
				({ value }) => `${displayOptions?.show?.resource?.[0] as string} ${value as string}`,
			),
		);

it.each([...actionsOf(new MerchantReporting()), ...actionsOf(new MerchantInvoicing())])(
	'n8n’s assistant knows whether %s changes something',
	(action) => {
		expect([...READING, ...CHANGING]).toContain(action.split(' ')[1]);
	},
);
