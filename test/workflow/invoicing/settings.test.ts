import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { Invoicing, useInvoicing } from './invoicing';

const invoicing = useInvoicing('each');

const PNG = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

const run = async (
	operation: string,
	parameters: IDataObject = {},
	input?: INodeExecutionData[],
) => {
	const { items, error } = await invoicing.run('invoiceSettings', operation, parameters, { input });
	if (error !== undefined) throw error;
	return items[0].json;
};

const puts = async () =>
	(await invoicing.sandbox.control.requests()).filter(({ method }) => method === 'PUT');

const withFile = (content: Buffer, fileName = 'logo.png'): INodeExecutionData[] => [
	{
		json: {},
		binary: {
			data: { data: content.toString('base64'), mimeType: 'image/png', fileName },
		},
	},
];

const EVERYTHING: IDataObject = {
	settings: {
		merchantDisplayName: 'Chairs & Co',
		defaultCurrencyCode: { __rl: true, mode: 'list', value: 'EUR' },
		headerBackgroundColor: '#1A73E8',
		headerFontColor: '#FFFFFF',
		showVatNumber: true,
		vatRegistrationNumber: '0012345',
		labels: {
			label: [
				{ key: 'tax', text: 'VAT', visibility: 'hideOnInvoicePage' },
				{ key: 'description', text: '', visibility: 'hide' },
				{ key: 'discount', text: 'Rebate', visibility: 'show' },
			],
		},
		email: true,
		phoneNumber: true,
		shipTo: true,
		paymentAccepted: 'https://example.com/yes',
		paymentPending: 'https://example.com/wait',
		paymentRejected: 'https://example.com/no',
		customEmailMessage: 'Thank you',
		enableMerchantEmailNotifications: true,
		enableReminders: true,
		merchantEmail: 'desk@example.com',
		deliveryLanguage: 'de-DE',
		payerAuthenticationInInvoicing: 'enable',
	},
};

it('Update sends every setting in its place, and Get shows it', async () => {
	await run('update', EVERYTHING);
	const [{ url, body }] = await puts();
	expect(url).toBe('/invoicing/v2/invoiceSettings?productType=INVOICING');
	expect(body).toEqual({
		invoiceSettingsInformation: {
			customEmailMessage: 'Thank you',
			customLabels: [
				{ key: 'tax', value: 'VAT', hiddenForInvoice: true },
				{ key: 'description', hidden: true },
				{
					...{ key: 'discount', value: 'Rebate' },
					...{ hidden: false, hiddenForInvoice: false, hiddenForItem: false },
				},
			],
			customRedirectUrls: {
				paymentAccepted: 'https://example.com/yes',
				paymentPending: 'https://example.com/wait',
				paymentRejected: 'https://example.com/no',
			},
			defaultCurrencyCode: 'EUR',
			deliveryLanguage: 'de-DE',
			email: true,
			enableMerchantEmailNotifications: true,
			enableReminders: true,
			headerStyle: { backgroundColor: '#1A73E8', fontColor: '#FFFFFF' },
			merchantDisplayName: 'Chairs & Co',
			merchantEmail: 'desk@example.com',
			payerAuthenticationInInvoicing: 'enable',
			phoneNumber: true,
			shipTo: true,
			showVatNumber: true,
			vatRegistrationNumber: '0012345',
		},
	});
	const itemFields = [
		'deliveryLanguage',
		'enableReminders',
		'hasLogo',
		'headerFontColor',
		'labels',
		'submitTimeUtc',
		'vatRegistrationNumber',
	];
	expect(await run('get', { itemOutput: 'selected', itemFields })).toEqual({
		merchantDisplayName: 'Chairs & Co',
		vatRegistrationNumber: '0012345',
		deliveryLanguage: 'de-DE',
		enableReminders: true,
		headerFontColor: '#FFFFFF',
		hasLogo: false,
		submitTimeUtc: expect.stringMatching(/^\d{4}-/) as string,
		labels: 'tax: VAT (hiddenForInvoice); description: (hidden); discount: Rebate',
	});
});

describe('a logo', () => {
	it('comes from a file of the input, that of each row', async () => {
		const settings = { merchantDisplayName: 'Chairs', logoBinaryProperty: 'data' };
		const logos = [PNG, Buffer.from('GIF89a')];
		const input = logos.flatMap((logo) => withFile(logo));
		expect(await run('update', { settings }, input)).toMatchObject({ hasLogo: true });
		expect((await puts()).map(({ body }) => body)).toEqual(
			logos.map((logo) => ({
				invoiceSettingsInformation: {
					merchantDisplayName: 'Chairs',
					merchantLogo: logo.toString('base64'),
				},
			})),
		);
	});

	it('is missed before anything is sent when a row has no such file', async () => {
		const settings = { logoBinaryProperty: 'data' };
		await expect(
			run('update', { settings }, [...withFile(PNG), { json: {} }]),
		).rejects.toMatchObject({
			message: expect.stringMatching(/data|binary/i) as string,
		});
		expect(await puts()).toEqual([]);
	});
});

it('Update reports all problems at once, before anything is sent', async () => {
	await expect(
		run('update', {
			settings: {
				headerFontColor: 'red',
				paymentAccepted: 'example',
				labels: { label: [{ key: 'billTo', text: '', visibility: 'hide' }] },
			},
		}),
	).rejects.toMatchObject({
		message: '3 problems',
		description: expect.stringContaining(
			'<ul><li>Header Font Color: must be a hexadecimal color such as #1A73E8, not "red"</li><li>Payment Accepted URL: must be a web address such as https://example.com/thanks, not "example"</li><li>Label 1, Bill To: can be renamed, but not hidden</li></ul>',
		) as string,
	});
	expect(await puts()).toEqual([]);
});

it.each([
	[{ deliveryLanguage: 'de' }, '"de" is not one of the choices'],
	[{ labels: { label: [{ key: 'toString', text: 'x' }] } }, '"toString" is not one of the choices'],
])('Update refuses %j', async (settings, message) => {
	await expect(run('update', { settings: settings as IDataObject })).rejects.toMatchObject({
		message: expect.stringContaining(message) as string,
	});
	expect(await puts()).toEqual([]);
});

it('Update of nothing is refused', async () => {
	await expect(run('update')).rejects.toMatchObject({
		message: expect.stringContaining(
			'No setting was entered, so there is nothing to change',
		) as string,
	});
	expect(await puts()).toEqual([]);
});

describe('Reset', () => {
	it('sends each field with no value, and the service takes it back to its default', async () => {
		const settings = { ...(EVERYTHING.settings as IDataObject), logoBinaryProperty: 'data' };
		await run('update', { settings }, withFile(PNG));
		const resetSettings = [
			...['customEmailMessage', 'defaultCurrencyCode', 'deliveryLanguage', 'email'],
			...['enableMerchantEmailNotifications', 'enableReminders', 'headerBackgroundColor'],
			...['headerFontColor', 'merchantDisplayName', 'merchantEmail', 'merchantLogo'],
			...['payerAuthenticationInInvoicing', 'paymentAccepted', 'paymentPending'],
			...['paymentRejected', 'phoneNumber', 'shipTo', 'showVatNumber', 'vatRegistrationNumber'],
		];
		await run('remove', { resetSettings });
		const body = (await puts())[1].body as { invoiceSettingsInformation: IDataObject };
		expect(body.invoiceSettingsInformation).toMatchObject({
			merchantDisplayName: '',
			headerStyle: { backgroundColor: '', fontColor: '' },
			shipTo: null,
		});
		const fresh = await Invoicing.start();
		try {
			const { items } = await fresh.run('invoiceSettings', 'get');
			const changedSince = { submitTimeUtc: null, labels: null };
			expect({ ...(await run('get')), ...changedSince }).toEqual({
				...items[0].json,
				...changedSince,
			});
		} finally {
			await fresh.stop();
		}
	});

	it('takes the values of the list from an expression, and no others', async () => {
		await run('remove', { resetSettings: '={{ ["merchantDisplayName", "shipTo"] }}' });
		expect((await puts())[0].body).toEqual({
			invoiceSettingsInformation: { merchantDisplayName: '', shipTo: null },
		});
		const labels = run('remove', { resetSettings: ['customLabels'] });
		await expect(labels).rejects.toMatchObject({
			message: expect.stringContaining('"customLabels" is not one of the choices') as string,
		});
		expect(await puts()).toHaveLength(1);
	});
});
