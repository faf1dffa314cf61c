import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { changed, PAYABLE_IN_PARTS, SENT } from '../sandbox/invoicing/bodies';
import { Window } from './support/browser';

const PHONE = { width: 390, height: 844 };
const PAGES = ['invoices', 'reports', 'emails', 'controls', 'keys'];

describe('the console of the sandbox in a browser', () => {
	let sandbox: TestSandbox;
	let window: Window;

	beforeEach(async () => {
		sandbox = await startTestSandbox({ now: '2026-03-10T12:00:00Z', quarter: true });
		window = await Window.open();
	});
	afterEach(async () => {
		await window.close();
		await sandbox.stop();
	});

	const open = async (page: string) => await window.page.goto(`${sandbox.address}/console/${page}`);
	const create = async (body: object) =>
		(await sandbox.call<{ id: string }>('POST', '/invoicing/v2/invoices', { body })).body.id;
	const statusOf = async (id: string) =>
		(await sandbox.control.send<{ status: string }>('GET', `/invoices/${id}`)).status;
	const notice = () => window.page.locator('#notice');
	const row = (text: string) => window.page.locator('tr', { hasText: text });

	test('shows what a workflow does, live, and lets a person pay, with the keyboard alone', async () => {
		await open('invoices');
		const id = await create(PAYABLE_IN_PARTS);
		await row(id).waitFor();
		await row(id).getByRole('button', { name: 'Pay' }).focus();
		// What is renewed meanwhile keeps the focus.
		await row(await create(SENT)).waitFor();
		await window.page.keyboard.press('Enter');
		await notice()
			.filter({ hasText: `Invoice ${id}: 120.00 USD paid` })
			.waitFor();
		await row(id).getByText('Paid', { exact: true }).waitFor();
		expect(await statusOf(id)).toBe('PAID');
		expect(window.errors).toEqual([]);
	});

	test('decides reviews and reports, moves the clock and resets', async () => {
		const id = await create(SENT);
		await sandbox.control.send('POST', `/invoices/${id}/review`);
		await open('invoices');
		await row(id).getByRole('button', { name: 'Reject' }).click();
		await row(id).getByText('Sent', { exact: true }).waitFor();
		expect(await statusOf(id)).toBe('SENT');

		await sandbox.control.makeReport({ reportName: 'Held', status: 'QUEUED' });
		await open('reports');
		await row('Held').getByRole('button', { name: 'Fail' }).click();
		await row('Held').getByText('Error', { exact: true }).waitFor();

		await window.page.getByRole('button', { name: 'Next month' }).first().click();
		await window.page.getByText('2026-04-01 09:00:00 GMT').waitFor();
		expect(await sandbox.control.now()).toBe('2026-04-01T09:00:00.000Z');

		await open('controls');
		await window.page.getByRole('button', { name: 'Reset everything' }).click();
		await window.page.getByText('2026-03-10 12:00:00 GMT').waitFor();
		await notice().filter({ hasText: 'The sandbox starts over.' }).waitFor();
		await open('invoices');
		expect(await row(id).count()).toBe(0);
		expect(window.errors).toEqual([]);
	});

	test('shows hostile text as text', async () => {
		const evil = '<img src=x onerror="document.title=1"><b>bold</b>';
		await open('invoices');
		await create(changed(SENT, { 'customerInformation.name': evil }));
		await row(evil).waitFor();
		expect(await window.page.locator('td img, td b').count()).toBe(0);
		expect(await window.page.title()).toBe('Invoices · Sandbox console');
	});

	test.each(['light', 'dark'] as const)('fits a screen (%s)', async (colorScheme) => {
		await sandbox.control.fault({ kind: 'status', status: 503, times: 3 });
		await window.page.emulateMedia({ colorScheme });
		await window.page.setViewportSize({ width: 1280, height: 800 });
		for (const page of PAGES) {
			await open(page);
			await window.picture(`console-${page}-${colorScheme}`);
			const overflow = await window.page.evaluate<number>(
				"document.querySelector('main').scrollWidth - document.querySelector('main').clientWidth",
			);
			expect([page, overflow]).toEqual([page, 0]);
		}
		expect(window.errors).toEqual([]);
	});
});

describe('the payment page in a browser', () => {
	let sandbox: TestSandbox;
	let window: Window;

	beforeAll(async () => {
		sandbox = await startTestSandbox({ now: '2026-03-10T12:00:00Z' });
		window = await Window.open(PHONE);
	});
	afterAll(async () => {
		await window.close();
		await sandbox.stop();
	});

	test('takes a part that is typed, and then what remains', async () => {
		const { body } = await sandbox.call<{
			id: string;
			invoiceInformation: { paymentLink: string };
		}>('POST', '/invoicing/v2/invoices', { body: PAYABLE_IN_PARTS });
		const { page } = window;
		await page.goto(body.invoiceInformation.paymentLink);
		const pay = async (amount: string) => {
			await page.getByRole('textbox').fill(amount);
			await page.getByRole('button', { name: 'Pay' }).click();
		};
		await pay('10.00');
		await page.getByText('Pay at least $25.00, or the full balance.').waitFor();
		await window.picture('payment-page-problem');
		await pay('100.00');
		await page.getByText('Partially paid').waitFor();
		expect(await page.getByRole('textbox').inputValue()).toBe('20.00');
		await page.getByRole('button', { name: 'Pay' }).click();
		await page.getByText('This invoice is paid. Thank you.').waitFor();
		// The browser reports the answer to the part that was too small.
		expect(window.errors).toEqual([expect.stringContaining('400 (Bad Request)')]);
	});
});
