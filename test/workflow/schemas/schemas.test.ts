import { DateTime, Settings } from 'luxon';
import type { IDataObject, INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { MerchantInvoicing } from '../../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { orderIdOf } from '../../../nodes/MerchantReporting/actions/report/oneTime/orderId';
import { MerchantReporting } from '../../../nodes/MerchantReporting/MerchantReporting.node';
import { runNode, withDefaults } from '../../support/engine';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox';
import { byNumber, ITEMIZED } from '../invoicing/invoicing';
import { byId, byName, NOW } from '../reporting/harness';
import { previewOf, SchemaFolder } from './schema';

/** Set by `npm run schemas`: what the actions put out is written down instead of compared. */
const isWriting = process.env.WRITE_SCHEMAS === '1';

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await startTestSandbox({ now: NOW, quarter: true });
});
afterAll(async () => await sandbox.stop());
beforeEach(() => {
	const now = DateTime.fromISO(NOW).toMillis();
	Settings.now = () => now;
});
afterEach(() => {
	Settings.now = () => Date.now();
});

async function outputOf(
	node: INodeType,
	resource: string,
	operation: string,
	parameters: IDataObject,
): Promise<IDataObject[]> {
	const { items, error } = await runNode({
		node,
		parameters: withDefaults(node, { resource, operation, ...parameters }),
		address: sandbox.address,
		token: sandbox.token,
	});
	if (error !== undefined) throw error;
	return items.map(({ json }) => json);
}

const DEFAULT_FIELDS = { reportDefinitionName: byName('TransactionRequestClass') };
const WEEK = { period: 'last7Days', periodTimeZone: 'GMT' };

const madeReport = async (): Promise<string> => {
	const { body } = await sandbox.call<{ attributes: Array<{ id: string; default: boolean }> }>(
		'GET',
		'/reporting/v3/report-definitions/TransactionRequestClass',
	);
	const reportFields = body.attributes.flatMap((field) => (field.default ? field.id : []));
	const { reportId } = await sandbox.control.makeReport({
		reportName: 'Made',
		rows: 5,
		reportFields,
	});
	return reportId;
};

/** An invoice with every field that one can have, so that none is missing in a preview. */
const created = async (more: IDataObject = {}): Promise<string> => {
	const [invoice] = await outputOf(new MerchantInvoicing(), 'invoice', 'create', {
		...FULL_INVOICE,
		...more,
	});
	return invoice.invoiceNumber as string;
};

const FULL_INVOICE: IDataObject = {
	...ITEMIZED,
	additionalFields: {
		allowPartialPayments: true,
		companyName: 'Lee Ltd',
		description: 'Chairs',
		discountPercent: '10',
		expirationDate: '2031-01-31',
		freightAmount: '5.00',
		merchantCustomerId: 'C-1',
		minimumPartialAmount: '10.00',
		taxRate: '19',
		taxType: 'vat',
	},
};

const FULL_SETTINGS: IDataObject = {
	branding: {
		merchantDisplayName: 'Oak & Co',
		defaultCurrencyCode: 'EUR',
		headerBackgroundColor: '#1A73E8',
		headerFontColor: '#FFFFFF',
		showVatNumber: true,
		vatRegistrationNumber: 'DE123',
	},
	customerData: { email: true, phoneNumber: true, shipTo: true },
	redirects: {
		paymentAccepted: 'https://example.com/a',
		paymentPending: 'https://example.com/p',
		paymentRejected: 'https://example.com/r',
	},
	emails: {
		customEmailMessage: 'Thank you',
		merchantEmail: 'billing@example.com',
		enableMerchantEmailNotifications: true,
		enableReminders: true,
	},
	languageAndSecurity: { deliveryLanguage: 'de-DE', payerAuthenticationInInvoicing: 'enable' },
	labels: { label: [{ key: 'description', text: 'What for', visibility: 'show' }] },
};

type Example = () => Promise<IDataObject>;

/** For each action: fields whose output is what its preview shows. */
const EXAMPLES: Record<string, { node: INodeType; actions: Record<string, Example> }> = {
	MerchantReporting: {
		node: new MerchantReporting(),
		actions: {
			'reportDefinition/get': async () => DEFAULT_FIELDS,
			'reportDefinition/getAll': async () => ({}),
			'reportSubscription/upsert': async () => ({
				...DEFAULT_FIELDS,
				reportName: byName('Previewed'),
				timeZone: 'GMT',
			}),
			'reportSubscription/get': async () => ({ reportName: byName('Previewed') }),
			'reportSubscription/getAll': async () => ({}),
			'reportSubscription/delete': async () => ({ reportName: byName('Previewed') }),
			'report/getAll': async () => ({ ...WEEK, period: 'today' }),
			'report/get': async () => ({ report: byId(await madeReport()) }),
			'report/downloadById': async () => ({ report: byId(await madeReport()) }),
			'report/downloadByName': async () => {
				await madeReport();
				return { reportName: byName('Made'), reportDate: '2026-11-10' };
			},
			'report/collect': async () => ({
				orderId: orderIdOf({
					reportName: 'Made',
					organizationId: '',
					body: { reportMimeType: 'text/csv' },
					parts: [
						{
							reportName: 'Made',
							window: { start: DateTime.utc(2026, 11, 9), end: DateTime.utc(2026, 11, 10) },
							isOrdered: true,
							isEmpty: false,
							reportId: await madeReport(),
						},
					],
				}),
			}),
			'report/createOneTime': async () => ({
				...DEFAULT_FIELDS,
				...WEEK,
				reportName: 'Once',
				wait: false,
			}),
			'onDemandReport/conversionDetail': async () => WEEK,
			'onDemandReport/netFunding': async () => WEEK,
			'onDemandReport/paymentBatchSummary': async () => WEEK,
			'onDemandReport/purchaseRefundDetail': async () => WEEK,
		},
	},
	MerchantInvoicing: {
		node: new MerchantInvoicing(),
		actions: {
			'invoice/create': async () => FULL_INVOICE,
			'invoice/get': async () => byNumber(await created()),
			'invoice/getAll': async () => ({ returnAll: true }),
			'invoice/update': async () => ({
				...byNumber(await created()),
				updateFields: { description: 'Tables', customerEmail: 'new@example.com' },
			}),
			'invoice/send': async () => byNumber(await created()),
			'invoice/publish': async () => byNumber(await created({ delivery: 'emailDraft' })),
			'invoice/cancel': async () => byNumber(await created()),
			'invoiceSettings/update': async () => FULL_SETTINGS,
			'invoiceSettings/get': async () => ({}),
			'invoiceSettings/reset': async () => ({ resetSettings: ['customEmailMessage'] }),
		},
	},
};

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

describe.each(Object.entries(EXAMPLES))('the output previews of %s', (name, { node, actions }) => {
	const schemas = new SchemaFolder(name);

	it('have an example for every action, and for nothing else', () => {
		expect(Object.keys(actions).sort()).toEqual(offered(node));
	});

	it.each(Object.keys(actions))('show of %s just what it puts out', async (action) => {
		const [resource, operation] = action.split('/');
		const output = await outputOf(node, resource, operation, await actions[action]());
		expect(output.length).toBeGreaterThan(0);
		const schema = previewOf(output);
		if (isWriting) schemas.write(action, schema);
		// The order of fields is part of the preview.
		expect(JSON.stringify(schemas.read(action))).toBe(JSON.stringify(schema));
	});

	it('exist for nothing else', () => {
		const stale = schemas.names.filter((file) => !(file in actions));
		if (isWriting) for (const file of stale) schemas.remove(file);
		expect(schemas.names).toEqual(Object.keys(actions).sort());
	});
});
