import { changed, SENT } from './bodies';
import { refusedFields, useWorld } from './harness';

const world = useWorld();

const PREFIX = 'invoiceSettingsInformation';

async function current(): Promise<Record<string, unknown>> {
	return (await world.calls.readSettings()).body[PREFIX];
}

const image = (...start: number[]) => Buffer.from([...start, 0, 0, 0, 0]);
const PNG = image(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const GIF = Buffer.from('GIF89a....');
const JPG = image(0xff, 0xd8, 0xff, 0xe0);

const DEFAULTS = {
	defaultCurrencyCode: 'USD',
	showVatNumber: false,
	shipTo: false,
	phoneNumber: false,
	email: false,
	enableReminders: false,
	enableMerchantEmailNotifications: false,
	deliveryLanguage: 'en-US',
	payerAuthenticationInInvoicing: 'disable',
};

/** Each setting: a value that is taken, and one that is refused. */
const FIELDS: Array<[name: string, right: unknown, wrong: unknown]> = [
	['merchantDisplayName', 'Hart & Sons', 17],
	['defaultCurrencyCode', 'EUR', 'Euro'],
	['vatRegistrationNumber', '00481516', 481516],
	['showVatNumber', true, 'true'],
	['shipTo', true, 1],
	['phoneNumber', true, 'no'],
	['email', true, 'me@example.com'],
	['customEmailMessage', 'Thank you.', false],
	['enableReminders', true, 'yes'],
	['enableMerchantEmailNotifications', true, 'yes'],
	['merchantEmail', 'finance@merchant.example', 'finance'],
	['deliveryLanguage', 'ja-JP', 'en-GB'],
	['payerAuthenticationInInvoicing', 'enable', true],
];

const GROUPED: Array<[path: string, right: string, wrong: string]> = [
	['headerStyle.backgroundColor', '#0b3d5c', '0b3d5c'],
	['headerStyle.fontColor', '#fff', 'red;}'],
	['customRedirectUrls.paymentAccepted', 'https://merchant.example/ok', 'merchant.example'],
	['customRedirectUrls.paymentPending', 'https://merchant.example/wait', 'javascript:alert(1)'],
	['customRedirectUrls.paymentRejected', 'https://merchant.example/no', 'https://'],
];

describe('the settings', () => {
	it('have defaults, and come with the merchant they belong to', async () => {
		const { status, body } = await world.calls.readSettings();
		expect(status).toBe(200);
		expect(body).toMatchObject({
			submitTimeUtc: '2026-03-01T12:00:00.000Z',
			[PREFIX]: DEFAULTS,
			merchantInformation: { name: 'Merchant One' },
		});
		expect(body.merchantInformation).toHaveProperty('phone');
		expect(body.merchantInformation).toHaveProperty('addressDetails');
	});

	it.each([...FIELDS, ...GROUPED])(
		'take %s as %j, echo it, keep it, and refuse %j',
		async (path, right, wrong) => {
			const { status, body } = await world.calls.settings(changed({}, { [path]: right }));
			expect(status).toBe(200);
			expect(body[PREFIX]).toMatchObject(changed({}, { [path]: right }));
			const refused = await world.calls.settings(changed({}, { [path]: wrong }));
			expect(refusedFields(refused)).toEqual([`${PREFIX}.${path}`]);
			expect(await current()).toMatchObject(changed({}, { [path]: right }));
		},
	);

	it.each(['', null])('sent with no value (%j) are reset to their defaults', async (nothing) => {
		await world.calls.settings(Object.fromEntries(FIELDS.map(([name, right]) => [name, right])));
		await world.calls.settings(Object.fromEntries(FIELDS.map(([name]) => [name, nothing])));
		const settings = await current();
		expect(settings).toMatchObject(DEFAULTS);
		expect(settings).not.toHaveProperty('merchantDisplayName');
		expect(settings).not.toHaveProperty('merchantEmail');
	});

	it('need the query productType=INVOICING and their wrapper, and no field nobody knows', async () => {
		const call = (method: string, query: string, body?: unknown) =>
			world.sandbox.call(method, `/invoicing/v2/invoiceSettings${query}`, { body });
		for (const query of ['', '?productType=', '?productType=OTHER']) {
			expect(refusedFields(await call('GET', query))).toEqual(['productType']);
			expect(refusedFields(await call('PUT', query, { [PREFIX]: {} }))).toEqual(['productType']);
		}
		const put = (body: unknown) => call('PUT', '?productType=INVOICING', body);
		expect(refusedFields(await put({}))).toEqual([PREFIX]);
		expect(refusedFields(await put({ [PREFIX]: { color: '#fff' } }))).toEqual([`${PREFIX}.color`]);
	});
});

describe('the logo', () => {
	it.each([
		['png', PNG, 'image/png'],
		['gif', GIF, 'image/gif'],
		['jpg', JPG, 'image/jpeg'],
	])('may be a %s, told by its content, and comes back as a data URI', async (_, bytes, type) => {
		const base64 = bytes.toString('base64');
		const { body } = await world.calls.settings({ merchantLogo: base64 });
		expect(body[PREFIX].merchantLogo).toBe(`data:${type};base64,${base64}`);
	});

	const padded = (size: number) =>
		Buffer.concat([PNG, Buffer.alloc(size - PNG.length)]).toString('base64');

	it('may have 1 MB and not a byte more', async () => {
		expect((await world.calls.settings({ merchantLogo: padded(1024 * 1024) })).status).toBe(200);
		const tooLarge = await world.calls.settings({ merchantLogo: padded(1024 * 1024 + 1) });
		expect(tooLarge).toMatchObject({ status: 400, body: { reason: 'INVALID_IMAGE' } });
	});

	it.each([
		['another format', Buffer.from('BM bitmap').toString('base64')],
		['text that is not Base64', 'this is not Base64!'],
		['a data URI', `data:image/png;base64,${PNG.toString('base64')}`],
	])('cannot be %s: INVALID_IMAGE', async (_, merchantLogo) => {
		await world.calls.settings({ merchantLogo: GIF.toString('base64') });
		const before = await current();
		expect(await world.calls.settings({ merchantLogo, shipTo: true })).toMatchObject({
			status: 400,
			body: { reason: 'INVALID_IMAGE', details: [{ field: `${PREFIX}.merchantLogo` }] },
		});
		expect(await current()).toEqual(before);
	});
});

/** Of each label: what can hide it. All can be renamed. */
const HIDERS: Record<string, string[]> = {
	billTo: [],
	companyName: [],
	customerId: ['hidden'],
	description: ['hidden'],
	discount: ['hidden', 'hiddenForInvoice', 'hiddenForItem'],
	invoiceNumber: ['hidden'],
	partialPayment: ['hidden'],
	shipping: [],
	tax: ['hiddenForInvoice', 'hiddenForItem'],
};

describe('the custom labels', () => {
	it.each(Object.entries(HIDERS))('rename %s, and hide it by %j alone', async (key, allowed) => {
		const set = (change: object) => world.calls.settings({ customLabels: [{ key, ...change }] });
		expect((await set({ value: `My ${key}` })).status).toBe(200);
		for (const hider of ['hidden', 'hiddenForInvoice', 'hiddenForItem']) {
			const answer = await set({ [hider]: true });
			if (allowed.includes(hider)) expect(answer.status).toBe(200);
			else expect(refusedFields(answer)).toEqual([`${PREFIX}.customLabels[0].${hider}`]);
		}
		const hidden = Object.fromEntries(allowed.map((hider) => [hider, true]));
		const label = expect.objectContaining({ key, value: `My ${key}`, ...hidden });
		expect((await current()).customLabels).toContainEqual(label);
	});

	it.each([
		['an empty list', []],
		['no list', null],
		['an empty key', [{ key: '', value: 'Steuer' }]],
		['an empty value', [{ key: 'tax', value: '' }]],
		['controls with no value', [{ key: 'tax', hiddenForItem: null, hiddenForInvoice: '' }]],
	])('stay as they are with %s: labels are not reset', async (_, customLabels) => {
		const label = { key: 'tax', value: 'VAT', hiddenForItem: true, hiddenForInvoice: true };
		await world.calls.settings({ customLabels: [label] });
		const before = await current();
		expect((await world.calls.settings({ customLabels })).status).toBe(200);
		expect(await current()).toEqual(before);
	});

	it('come with every invoice as key and value', async () => {
		await world.calls.settings({ customLabels: [{ key: 'tax', value: 'GST' }] });
		const { invoiceInformation } = await world.create(SENT);
		expect(invoiceInformation.customLabels).toContainEqual({ key: 'tax', value: 'GST' });
	});
});
