import {
	MAX_LOGO_BYTES,
	readLabels,
	logoToBase64,
	resetBody,
	settingsBody,
} from '../../../nodes/MerchantInvoicing/actions/invoiceSettings/settings';
import { valueOrThrow, formatProblem, problemsOf } from '../../../nodes/shared/problem';

describe('a settings update', () => {
	it('has only what was entered', () => {
		expect(valueOrThrow(settingsBody({ shipTo: false, merchantEmail: '' }))).toEqual({
			invoiceSettingsInformation: { shipTo: false },
		});
	});

	it.each([
		['headerBackgroundColor', 'red', 'Header Background Color: must be a hexadecimal color'],
		['paymentAccepted', 'example.com', 'Payment Accepted URL: must be a web address'],
		['paymentPending', 'javascript:alert(1)', 'Payment Pending URL: must be a web address'],
		['merchantEmail', 'desk', 'Merchant Email: must be an email address'],
		['defaultCurrencyCode', 'EURO', 'Default Currency: must be a three-letter currency code'],
	])('refuses %s %j', (name, value, message) => {
		const [problem] = problemsOf(settingsBody({ [name]: value }));
		expect(formatProblem(problem)).toContain(message);
	});
});

it('a reset of nothing is refused', () => {
	expect(problemsOf(resetBody([])).map(formatProblem)).toEqual([
		'Settings to Reset: choose at least one',
	]);
});

describe('labels', () => {
	const RENAME_ONLY = ['billTo', 'companyName', 'shipping'];
	const HIDE = ['customerId', 'description', 'discount', 'invoiceNumber', 'partialPayment'];
	const BY_PRODUCT = ['discount', 'tax'];
	const ALL = [...new Set([...RENAME_ONLY, ...HIDE, ...BY_PRODUCT])];

	it.each(ALL)('%s can be renamed', (key) => {
		expect(readLabels([{ key, text: 'New' }])).toEqual({ value: [{ key, value: 'New' }] });
	});

	it.each(ALL)('%s can be hidden, if the specification lists it', (key) => {
		const labels = readLabels([{ key, visibility: 'hide' }]);
		const byPage = BY_PRODUCT.includes(key) && { hiddenForInvoice: true, hiddenForItem: true };
		const everywhere = HIDE.includes(key) && { hidden: true };
		if (!RENAME_ONLY.includes(key)) {
			expect(labels).toEqual({ value: [{ key, ...everywhere, ...byPage }] });
		} else expect(problemsOf(labels)).toHaveLength(1);
	});

	it.each([
		['hideOnInvoicePage', { hiddenForInvoice: true }],
		['hideOnItemizedPage', { hiddenForItem: true }],
	])('%s works for discount and tax, and for no other', (visibility, controls) => {
		for (const key of ALL) {
			const labels = readLabels([{ key, visibility }]);
			if (BY_PRODUCT.includes(key)) expect(labels).toEqual({ value: [{ key, ...controls }] });
			else expect(problemsOf(labels)).toHaveLength(1);
		}
	});

	it('are shown again by what they could be hidden by', () => {
		const show = ['description', 'discount', 'tax'].map((key) => ({ key, visibility: 'show' }));
		expect(valueOrThrow(readLabels(show))).toEqual([
			{ key: 'description', hidden: false },
			{ key: 'discount', hidden: false, hiddenForInvoice: false, hiddenForItem: false },
			{ key: 'tax', hiddenForInvoice: false, hiddenForItem: false },
		]);
	});

	it.each([
		[[{ text: 'x' }], 'Label 1: choose a label'],
		[[{ key: 'tax' }], 'Label 1, Tax: needs a New Text or another Visibility'],
		[
			[
				{ key: 'tax', text: 'VAT' },
				{ key: 'tax', text: 'GST' },
			],
			'Label 2, Tax: this label has two rows',
		],
		[[{ key: 'billTo', visibility: 'hide' }], 'Label 1, Bill To: can be renamed, but not hidden'],
		[
			[{ key: 'customerId', visibility: 'hideOnItemizedPage' }],
			'Label 1, Customer ID: can be hidden everywhere',
		],
		[[{ key: 'tax', text: {} }], 'Label 1, Tax, New Text: must be text'],
	])('refuse %j', (rows, message) => {
		expect(formatProblem(problemsOf(readLabels(rows))[0])).toContain(message);
	});
});

describe('a logo', () => {
	const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
	const IMAGES = {
		gif87: [...Buffer.from('GIF87a')],
		gif89: [...Buffer.from('GIF89a')],
		jpg: [0xff, 0xd8, 0xff, 0xe0],
		png: PNG,
	};

	it.each(Object.entries(IMAGES))('may be %s', (_name, start) => {
		const bytes = Uint8Array.from([...start, 1, 2, 3]);
		const base64 = Buffer.from(bytes).toString('base64');
		expect(logoToBase64(bytes)).toEqual({ value: base64 });
	});

	const sized = (length: number) => Uint8Array.from({ length }, (_value, index) => PNG[index] ?? 0);

	it('may have one megabyte, and not a byte more', () => {
		expect(logoToBase64(sized(MAX_LOGO_BYTES))).toHaveProperty('value');
		expect(problemsOf(logoToBase64(sized(MAX_LOGO_BYTES + 1))).map(formatProblem)).toEqual([
			'Logo: 1.00 MB is too large. A logo may have 1 MB (1048576 bytes) at most',
		]);
	});

	it.each([
		[Uint8Array.from([]), 'is empty'],
		[Uint8Array.from(Buffer.from('<svg/>')), 'is not a GIF, JPG or PNG image'],
		[Uint8Array.from([0xff, 0xd8]), 'is not a GIF, JPG or PNG image'],
	])('is refused: %p', (bytes, message) => {
		expect(problemsOf(logoToBase64(bytes)).map(formatProblem)).toEqual([
			expect.stringContaining(`Logo: ${message}`),
		]);
	});
});
