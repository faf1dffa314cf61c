import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { PAYABLE_IN_PARTS, SENT } from '../sandbox/invoicing/bodies';
import { Window } from './support/browser';

const PHONE = { width: 390, height: 844 };

describe('the console of the sandbox in a browser', () => {
	let sandbox: TestSandbox;
	let window: Window;

	beforeAll(async () => {
		sandbox = await startTestSandbox({ now: '2026-03-10T12:00:00Z', quarter: true });
		window = await Window.open();
	});
	afterAll(async () => {
		await window.close();
		await sandbox.stop();
	});

	test('shows what a workflow does, live, and lets a person pay, with the keyboard alone', async () => {
		const { page } = window;
		const create = async (body: object) =>
			(await sandbox.call<{ id: string }>('POST', '/invoicing/v2/invoices', { body })).body.id;
		const row = (text: string) => page.locator('tr', { hasText: text });
		await page.goto(`${sandbox.address}/console/invoices`);
		const id = await create(PAYABLE_IN_PARTS);
		await row(id).waitFor();
		await row(id).getByRole('button', { name: 'Pay' }).focus();
		// What is renewed meanwhile keeps the focus.
		await row(await create(SENT)).waitFor();
		await page.keyboard.press('Enter');
		await page
			.locator('#notice')
			.filter({ hasText: `Invoice ${id}: 120.00 USD paid` })
			.waitFor();
		await row(id).getByText('Paid', { exact: true }).waitFor();
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
