import { TOKENS } from '../../support/sandbox';
import { type Body, changed, EMAIL_DRAFT, ITEMIZED, PAYABLE_IN_PARTS, SENT } from './bodies';
import { useWorld } from './harness';

const world = useWorld();

interface Page {
	status: number;
	html: string;
	location: string | null;
	headers: Headers;
}

async function page(url: string, init: RequestInit = {}): Promise<Page> {
	const response = await fetch(url, { redirect: 'manual', ...init });
	return {
		status: response.status,
		html: await response.text(),
		location: response.headers.get('location'),
		headers: response.headers,
	};
}

const submit = (url: string, fields: Record<string, string>): Promise<Page> =>
	page(url.split('?')[0], { method: 'POST', body: new URLSearchParams(fields) });

/** What the form says has to be corrected. */
const problemIn = (html: string): string | undefined => /id="problem">([^<]+)</.exec(html)?.[1];

async function linkOf(body: Body): Promise<{ id: string; link: string }> {
	const { id, invoiceInformation } = await world.create(body);
	return { id, link: invoiceInformation.paymentLink };
}

describe('the payment page', () => {
	it('opens for anyone with the link, and shows what is to be paid', async () => {
		const { id, link } = await linkOf(ITEMIZED);
		const { status, html, headers } = await page(link);
		expect(status).toBe(200);
		for (const text of [
			id,
			'Amelia Hart',
			'$120.00',
			'March 31, 2026',
			'Consulting hour',
			'000451',
		]) {
			expect(html).toContain(text);
		}
		expect(html).not.toContain('<script');
		expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
		expect(headers.get('cache-control')).toBe('no-store');
		expect(headers.get('referrer-policy')).toBe('no-referrer');
		expect(headers.get('content-security-policy')).toContain("default-src 'none'");
	});

	it('shows customers’ and merchants’ text as text, never as markup', async () => {
		const evil = `"><script>alert('1')</script>&`;
		await world.calls.settings({
			merchantDisplayName: evil,
			vatRegistrationNumber: evil,
			showVatNumber: true,
			customLabels: [{ key: 'billTo', value: evil }],
		});
		const { link } = await linkOf(
			changed(PAYABLE_IN_PARTS, {
				'customerInformation.name': evil,
				'customerInformation.company.name': evil,
				'customerInformation.merchantCustomerId': evil,
				'invoiceInformation.description': evil,
				'invoiceInformation.invoiceNumber': evil,
				'orderInformation.lineItems': [
					{ productSku: evil, productName: evil, quantity: 1, unitPrice: 1, totalAmount: 1 },
				],
			}),
		);
		const { html } = await page(link);
		const again = await submit(link, { amount: evil });
		expect(again.status).toBe(400);
		for (const shown of [html, again.html]) {
			expect(shown).not.toContain('<script');
			expect(shown).toContain('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;');
		}
		await world.calls.settings({
			merchantDisplayName: '',
			vatRegistrationNumber: '',
			showVatNumber: '',
			customLabels: [{ key: 'billTo', value: 'Bill to' }],
		});
	});
});

describe('on the payment page a customer', () => {
	it('pays in full', async () => {
		const { id, link } = await linkOf(SENT);
		const paid = await submit(link, { outcome: 'accept' });
		expect(paid.status).toBe(303);
		expect(paid.location).toBe(link.slice(world.sandbox.address.length));
		expect((await world.read(id)).status).toBe('PAID');
		expect((await page(link)).html).toContain('This invoice is paid');
	});

	it('pays a part once by the same form, not less than the minimum, and sees what remains', async () => {
		const { id, link } = await linkOf(PAYABLE_IN_PARTS);
		const tooLittle = await submit(link, { amount: '24.99' });
		expect(tooLittle.status).toBe(400);
		expect(problemIn(tooLittle.html)).toBe('Pay at least $25.00, or the full balance.');
		expect(tooLittle.html).toContain('value="24.99"');
		expect((await world.read(id)).status).toBe('SENT');
		const open = /name="open" value="([^"]+)"/.exec(tooLittle.html)?.[1] ?? '';
		expect(open).toBe('120.00 USD');
		expect((await submit(link, { amount: '25.00', open })).status).toBe(303);
		expect((await world.read(id)).status).toBe('PARTIAL');
		expect((await page(link)).html).toContain('$95.00');
		const again = await submit(link, { amount: '25.00', open });
		expect(again.status).toBe(409);
		expect(again.html).toContain('The amount has changed: $95.00 is open now.');
		expect((await world.read(id)).orderInformation.amountDetails.balanceAmount).toBe(95);
	});

	it('pays into fraud review, sees that after reloading, and cannot pay again', async () => {
		const { id, link } = await linkOf(SENT);
		expect((await submit(link, { outcome: 'review' })).status).toBe(303);
		expect((await world.read(id)).status).toBe('PENDING');
		const { html } = await page(link);
		expect(html).toContain('A payment is pending completion');
		expect(html).not.toContain('<form');
		expect((await submit(link, { outcome: 'accept' })).status).toBe(409);
		expect((await world.read(id)).status).toBe('PENDING');
	});

	it('cannot pay a canceled or an expired invoice', async () => {
		const canceled = await linkOf(SENT);
		await world.calls.cancel(canceled.id);
		const expired = await linkOf(
			changed(SENT, { 'invoiceInformation.expirationDate': '01-03-2026' }),
		);
		for (const { id, link } of [canceled, expired]) {
			const { status, html } = await page(link);
			expect(status).toBe(410);
			expect(html).not.toContain('<form');
			const before = (await world.read(id)).status;
			expect((await submit(link, {})).status).toBe(409);
			expect((await world.read(id)).status).toBe(before);
		}
	});
});

it('a draft’s payment link opens for the merchant only', async () => {
	const { link } = await linkOf(EMAIL_DRAFT);
	const opened = async (token: string) =>
		(await page(link, { headers: { authorization: `Bearer ${token}` } })).status;
	expect((await page(link)).status).toBe(403);
	expect((await page(link)).html).not.toContain('120.00');
	expect(await opened(TOKENS.merchantOne)).toBe(200);
	expect(await opened(TOKENS.merchantTwo)).toBe(403);
	expect(await opened(TOKENS.expired)).toBe(403);
	expect(await opened(TOKENS.unknown)).toBe(403);
});
