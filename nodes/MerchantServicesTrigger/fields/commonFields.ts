import type { INodeProperties } from 'n8n-workflow';

import { attemptsOption, retryPauseOption, timeoutOption } from '../../shared/requestOptions';

const ofInvoices = { show: { '/event': ['invoiceStatusChanged'] } };
const ofReports = { show: { '/event': ['newReport'] } };

export const commonFields: INodeProperties[] = [
	{
		displayName: 'On First Activation',
		name: 'start',
		type: 'options',
		default: 'now',
		description: 'What to hand over of what exists already when the workflow is activated first',
		options: [
			{ name: 'Only What Happens From Now On', value: 'now' },
			{ name: 'Also What Exists From the Last Days', value: 'days' },
			{ name: 'Everything', value: 'everything' },
		],
	},
	{
		displayName: 'Days',
		name: 'startDays',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 3650 },
		default: 7,
		description: 'How many days back: reports completed and invoices created since then',
		displayOptions: { show: { start: ['days'] } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			attemptsOption,
			{
				displayName: 'Expires Soon Means (Days)',
				name: 'expiresWithinDays',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 365 },
				default: 3,
				description: 'How many days before the expiration date (00:00 UTC) to be told',
				displayOptions: ofInvoices,
			},
			{
				displayName: 'Look Back (Hours)',
				name: 'lookBackHours',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 744 },
				default: 72,
				description:
					'How far back each poll looks again for reports that show up late. Nothing is handed over twice, however long it is.',
				displayOptions: ofReports,
			},
			{
				displayName: 'Max Events per Poll',
				name: 'maxEvents',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 500,
				description: 'The rest is handed over in the next polls, in order',
			},
			{
				displayName: 'Page Size',
				name: 'pageSize',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 1000 },
				default: 100,
				description: 'How many invoices to ask for in one request',
				displayOptions: ofInvoices,
			},
			{
				displayName: 'Partly Paid Invoices to Check per Poll',
				name: 'partialChecks',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 200,
				description:
					'The list does not tell of a further payment on a partly paid invoice, so these are looked up one by one. If there are more, they take turns.',
				displayOptions: ofInvoices,
			},
			retryPauseOption,
			timeoutOption,
		],
	},
];
