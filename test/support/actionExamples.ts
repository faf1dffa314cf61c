import { DateTime } from 'luxon';
import type { IDataObject, INodeType } from 'n8n-workflow';
import { MerchantInvoicing } from '../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { orderIdOf } from '../../nodes/MerchantReporting/actions/report/oneTime';
import { MerchantReporting } from '../../nodes/MerchantReporting/MerchantReporting.node';
import { listUsualFields } from '../../nodes/shared/catalog/money';
import { byNumber, ITEMIZED, nextNumber } from '../workflow/invoicing/invoicing';
import { byId, byName } from '../workflow/reporting/harness';
import { type NodeRun, runNode, withDefaults } from './engine';
import type { TestSandbox } from './sandbox';

/** Runs "resource/operation" as a new node in the editor would, with the given fields filled in. `input`: its items. */
export async function runAction(
	node: INodeType,
	action: string,
	{ input, ...parameters }: IDataObject,
	{ address, token }: { address: string; token: string },
): Promise<NodeRun> {
	const [resource, operation] = action.split('/');
	return await runNode({
		node,
		parameters: withDefaults(node, { resource, operation, ...parameters }),
		input: input as IDataObject[] | undefined,
		address,
		token,
	});
}

const DEFAULT_FIELDS = { reportDefinitionName: byName('TransactionRequestClass') };
const SUBSCRIPTION: IDataObject = {
	...DEFAULT_FIELDS,
	reportName: byName('Previewed'),
	additionalFields: { timeZone: 'GMT' },
};
/** In the last days of the week, so that it needs no settlement yet. */
const PAID_ORDER: IDataObject = {
	...{ orderNumber: 'A-1001', amount: '25.00', currency: 'USD', paidDate: '2026-11-09' },
};
const WEEK = { period: 'lastNDays', periodDays: 7, periodTimeZone: 'GMT' };

const madeReport = async (sandbox: TestSandbox): Promise<string> => {
	const { body } = await sandbox.call<{ attributes: Array<{ id: string }> }>(
		'GET',
		'/reporting/v3/report-definitions/TransactionRequestClass',
	);
	const { reportId } = await sandbox.control.makeReport({
		reportName: 'Made',
		rows: 5,
		reportFields: listUsualFields(
			'TransactionRequestClass',
			body.attributes.map(({ id }) => id),
		),
	});
	return reportId;
};

/** A subscription as the node makes it. */
const subscribed = async (sandbox: TestSandbox): Promise<IDataObject> => {
	const { error } = await runAction(
		new MerchantReporting(),
		'reportSubscription/upsert',
		SUBSCRIPTION,
		sandbox,
	);
	if (error !== undefined) throw error;
	return { reportName: SUBSCRIPTION.reportName };
};

/** An invoice with every field that one can have, so that none is missing in a preview. */
const created = async (sandbox: TestSandbox, more: IDataObject = {}): Promise<string> => {
	const { items, error } = await runAction(
		new MerchantInvoicing(),
		'invoice/create',
		{ ...FULL_INVOICE, invoiceNumber: nextNumber(), ...more },
		sandbox,
	);
	if (error !== undefined) throw error;
	return items[0].json.invoiceNumber as string;
};

const FULL_INVOICE: IDataObject = {
	...ITEMIZED,
	additionalFields: {
		allowPartialPayments: true,
		companyName: 'Lee Ltd',
		invoiceDescription: 'Chairs',
		discountPercent: '10%',
		dueDate: '2030-12-31',
		expirationDate: '2031-01-31',
		freightAmount: '5.00',
		merchantCustomerId: 'C-1',
		minimumPartialAmount: '10.00',
		taxRate: '19%',
		taxType: 'vat',
	},
};

const FULL_SETTINGS: IDataObject = {
	settings: {
		merchantDisplayName: 'Oak & Co',
		defaultCurrencyCode: 'EUR',
		headerBackgroundColor: '#1A73E8',
		headerFontColor: '#FFFFFF',
		showVatNumber: true,
		vatRegistrationNumber: 'DE123',
		email: true,
		phoneNumber: true,
		shipTo: true,
		paymentAccepted: 'https://example.com/a',
		paymentPending: 'https://example.com/p',
		paymentRejected: 'https://example.com/r',
		customEmailMessage: 'Thank you',
		merchantEmail: 'billing@example.com',
		enableMerchantEmailNotifications: true,
		enableReminders: true,
		deliveryLanguage: 'de-DE',
		payerAuthenticationInInvoicing: 'enable',
		labels: { label: [{ key: 'description', text: 'What for', visibility: 'show' }] },
	},
};

/** Prepares the sandbox for an action, and gives the fields that the user fills in. */
export type Example = (sandbox: TestSandbox) => Promise<IDataObject>;

/** For each action of each node: fields with which it succeeds, by "resource/operation". */
export const ACTION_EXAMPLES: Record<
	string,
	{ node: INodeType; actions: Record<string, Example> }
> = {
	MerchantReporting: {
		node: new MerchantReporting(),
		actions: {
			'reportDefinition/get': async () => DEFAULT_FIELDS,
			'reportDefinition/getAll': async () => ({}),
			'reportSubscription/upsert': async () => SUBSCRIPTION,
			'reportSubscription/get': async (sandbox) => await subscribed(sandbox),
			'reportSubscription/getAll': async (sandbox) => {
				await subscribed(sandbox);
				return {};
			},
			'reportSubscription/delete': async (sandbox) => await subscribed(sandbox),
			'report/getAll': async () => WEEK,
			'report/get': async (sandbox) => ({ report: byId(await madeReport(sandbox)) }),
			'report/fetch': async (sandbox) => ({ report: byId(await madeReport(sandbox)) }),
			'report/download': async (sandbox) => {
				await madeReport(sandbox);
				return { reportName: byName('Made') };
			},
			'report/retrieve': async (sandbox) => ({
				orderId: orderIdOf({
					reportName: 'Made',
					organizationId: '',
					hasOwnName: false,
					body: { reportMimeType: 'text/csv' },
					parts: [
						{
							reportName: 'Made',
							window: { start: DateTime.utc(2026, 11, 9), end: DateTime.utc(2026, 11, 10) },
							status: 'PENDING',
							reportId: await madeReport(sandbox),
						},
					],
				}),
			}),
			'report/create': async () => ({
				...DEFAULT_FIELDS,
				...WEEK,
				wait: false,
			}),
			'conversionDetail/get': async () => WEEK,
			'netFunding/get': async () => WEEK,
			'paymentBatchSummary/get': async () => WEEK,
			'purchaseRefundDetail/get': async () => WEEK,
			'reconciliation/get': async () => ({ ...WEEK, input: [PAID_ORDER] }),
		},
	},
	MerchantInvoicing: {
		node: new MerchantInvoicing(),
		actions: {
			'invoice/create': async () => ({ ...FULL_INVOICE, invoiceNumber: nextNumber() }),
			'invoice/add': async (sandbox) => ({
				...byNumber(await created(sandbox)),
				dueDate: '2031-01-31',
				invoiceNumber: nextNumber(),
				changes: { taxRate: '20%' },
			}),
			'invoice/get': async (sandbox) => byNumber(await created(sandbox)),
			'invoice/getAll': async () => ({ returnAll: true }),
			'invoice/query': async (sandbox) => {
				await created(sandbox);
				return {};
			},
			'invoice/upsert': async (sandbox) => ({
				...FULL_INVOICE,
				invoiceNumber: await created(sandbox),
				additionalFields: {
					...(FULL_INVOICE.additionalFields as IDataObject),
					dueDate: '2031-01-31',
				},
			}),
			'invoice/update': async (sandbox) => ({
				...byNumber(await created(sandbox)),
				changes: { invoiceDescription: 'Tables', customerEmail: 'new@example.com' },
			}),
			'invoice/send': async (sandbox) => byNumber(await created(sandbox)),
			'invoice/publish': async (sandbox) =>
				byNumber(await created(sandbox, { delivery: 'emailDraft' })),
			'invoice/cancel': async (sandbox) => byNumber(await created(sandbox)),
			'invoiceSettings/update': async () => FULL_SETTINGS,
			'invoiceSettings/get': async () => ({}),
			'invoiceSettings/remove': async () => ({ resetSettings: ['customEmailMessage'] }),
		},
	},
};
