import { changed, ITEMIZED, SENT } from './bodies';
import { refusedFields, useWorld } from './harness';

const world = useWorld();

const FIELDS = [
	{ definitionId: 1, label: 'Purchase order', minimumLength: 4, maximumLength: 8 },
	{ definitionId: 2, label: 'Cost centre', defaultText: 'CC-00', customerReadOnly: true },
	{ definitionId: 3, label: 'Internal note', customerVisible: false },
];

const define = (definitions: unknown) =>
	world.sandbox.call('PUT', '/_sandbox/custom-fields', { body: { definitions }, token: '' });

const withValues = (...merchantDefinedFieldValues: object[]) =>
	changed(ITEMIZED, { merchantDefinedFieldValues });

describe('without definitions', () => {
	it('any custom field value is taken', async () => {
		await world.create(withValues({ definitionId: 77, value: 'anything' }));
	});
});

describe('with custom text fields defined', () => {
	beforeAll(() => define(FIELDS));

	it.each([
		['as long as allowed', { definitionId: 1, value: 'PO-00017' }, undefined],
		['too short', { definitionId: 1, value: 'PO' }, 'value'],
		['too long', { definitionId: 1, value: 'PO-000017' }, 'value'],
		['of a field that is not defined', { definitionId: 77, value: 'x' }, 'definitionId'],
	])('a value %s is taken or refused, on creation and update', async (_, value, refused) => {
		const { id } = await world.create(ITEMIZED);
		const answers = [
			await world.calls.create(withValues(value)),
			await world.calls.update(id, withValues(value)),
		];
		for (const answer of answers) {
			if (refused === undefined) expect(answer.status).toBeLessThan(300);
			else expect(refusedFields(answer)).toEqual([`merchantDefinedFieldValues[0].${refused}`]);
		}
	});

	it('the payment page shows the visible ones, with default text, and lets the customer fill in the open ones', async () => {
		const { id, invoiceInformation } = await world.create(
			withValues({ definitionId: 1, value: 'PO-1' }, { definitionId: 3, value: 'secret' }),
		);
		const link = invoiceInformation.paymentLink;
		const html = await (await fetch(link)).text();
		expect(html).toMatch(/name="custom-1"\s+value="PO-1"/);
		expect(html).toContain('CC-00');
		expect(html).not.toContain('custom-2');
		expect(html).not.toContain('secret');
		const pay = (order: string) =>
			fetch(link.split('?')[0], {
				method: 'POST',
				redirect: 'manual',
				body: new URLSearchParams({ 'custom-1': order, 'custom-2': 'mine' }),
			});
		expect((await pay('PO')).status).toBe(400);
		expect((await world.read(id)).status).toBe('SENT');
		expect((await pay('PO-99')).status).toBe(303);
		expect((await world.control.record(id)).payers).toEqual([
			{ customFields: { 'Purchase order': 'PO-99' } },
		]);
	});

	it('an amount only invoice shows none of them', async () => {
		const { invoiceInformation } = await world.create(SENT);
		const html = await (await fetch(invoiceInformation.paymentLink)).text();
		expect(html).not.toContain('Purchase order');
		expect(html).not.toContain('CC-00');
	});

	it.each([
		[[{ definitionId: 0, label: 'x' }]],
		[[{ definitionId: 1 }]],
		[[{ definitionId: 1, label: 'x', minimumLength: 9, maximumLength: 3 }]],
		[[{ definitionId: 1, label: 'x', color: 'red' }]],
		['all'],
	])('the definitions %j make no sense and change nothing', async (definitions) => {
		expect((await define(definitions)).status).toBe(400);
		expect(
			refusedFields(await world.calls.create(withValues({ definitionId: 77, value: 'x' }))),
		).toEqual(['merchantDefinedFieldValues[0].definitionId']);
	});
});
