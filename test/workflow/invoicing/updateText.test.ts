import { changed, EMAIL_DRAFT, LINE_ITEM } from '../../sandbox/invoicing/bodies';
import { byNumber, Invoicing } from './invoicing';

let invoicing: Invoicing;
beforeAll(async () => {
	invoicing = await Invoicing.start();
});
afterEach(() => invoicing.sandbox.control.send('DELETE', '/dialect'));
afterAll(() => invoicing.stop());

const useDialect = async (invoiceText: string) =>
	await invoicing.sandbox.control.send('PUT', '/dialect', { dialect: { invoiceText } });

/** Makes an invoice behind the node's back, so that every text is in it as it is written here. */
async function created(description: string, texts: object = {}): Promise<string> {
	const { body } = await invoicing.sandbox.call<{ id: string }>('POST', '/invoicing/v2/invoices', {
		body: changed(EMAIL_DRAFT, {
			'invoiceInformation.description': description,
			'invoiceInformation.dueDate': '2030-12-31',
			'orderInformation.lineItems': [LINE_ITEM],
			...texts,
		}),
	});
	return body.id;
}

const update = async (number: string, updateFields: object) =>
	await invoicing.invoice('update', { ...byNumber(number), updateFields });

const LATER = { dueDate: '2031-06-30' };

describe.each(['as-sent', 'html-escaped'])('text that was not entered, with text %s', (dialect) => {
	it.each([
		'Write &amp; not & in HTML',
		'5 < 6 &amp; 7',
		'Tom &amp; Co',
		'Tom & Co',
		'&amp;amp; &lt;b&gt;',
		'a &#0; b',
		'a &#xd800; b',
		'it&#39;s',
	])('stays as it is: %s', async (text) => {
		await useDialect(dialect);
		const number = await created(text, {
			'customerInformation.name': text,
			'orderInformation.lineItems': [{ ...LINE_ITEM, productName: text }],
		});
		const updated = await update(number, LATER);
		expect(await invoicing.record(number)).toMatchObject({
			customerInformation: { name: text },
			invoiceInformation: { description: text, dueDate: '2031-06-30' },
			orderInformation: { lineItems: [{ productName: text }] },
		});
		expect(updated).toMatchObject({ changedFields: 'Due Date' });
		expect(updated.warnings).toBe('');
	});

	it('is sent as it was entered, beside text that was not', async () => {
		await useDialect(dialect);
		const number = await created('Tom &amp; Co');
		await update(number, { customerName: 'Ann &lt; Bo' });
		expect(await invoicing.record(number)).toMatchObject({
			customerInformation: { name: 'Ann &lt; Bo' },
			invoiceInformation: { description: 'Tom &amp; Co' },
		});
	});
});

it('spaces around a text are sent back', async () => {
	const number = await created('  - chairs\n');
	await update(number, LATER);
	expect(await invoicing.record(number)).toMatchObject({
		invoiceInformation: { description: '  - chairs\n' },
	});
});

it('says that a text may be changed if the update that gives it back fails', async () => {
	const number = await created('Tom &amp; Co');
	await invoicing.sandbox.control.fault({
		kind: 'status',
		status: 400,
		method: 'PUT',
		skip: 1,
		when: 'before',
	});
	const { description } = await invoicing.refusal('update', {
		...byNumber(number),
		updateFields: LATER,
	});
	expect(description).toContain(
		`Invoice ${number} was updated, but text such as &amp; in it may now be written as &.`,
	);
});
