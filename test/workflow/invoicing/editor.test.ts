import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { MerchantInvoicing } from '../../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { readCleared } from '../../../nodes/MerchantInvoicing/actions/invoice/invoiceFields';
import { INVOICE_FIELDS, LINE_FIELDS } from '../../../nodes/shared/invoice/invoice';
import { SETTINGS_FIELDS } from '../../../nodes/MerchantInvoicing/actions/invoiceSettings/settings';
import { withDefaults } from '../../support/engine';

const node = new MerchantInvoicing();

describe('what the editor shows', () => {
	it.each([
		['deliveryLanguage', 'de-DE en-US es-419 fr-FR ja-JP pt-BR ru-RU zh-CN zh-TW'],
		['payerAuthenticationInInvoicing', 'disable enable'],
		['status', 'CANCELED CREATED DRAFT PAID PARTIAL PENDING SENT'],
		['taxType', 'alternate green local national other vat'],
	])('has the values of the specification for %s', (name, values) => {
		const { properties } = node.description;
		const all = [...properties, ...properties.flatMap(({ options = [] }) => options)];
		for (const field of all.filter((one) => one.name === name) as INodeProperties[]) {
			const options = (field.options ?? []) as INodePropertyOptions[];
			expect(
				options
					.map(({ value }) => value)
					.sort()
					.join(' '),
			).toBe(values);
		}
	});

	const shown = (parameters: IDataObject): INodeProperties[] => {
		const values = withDefaults(node, { resource: 'invoice', operation: 'create', ...parameters });
		return node.description.properties.filter((property) =>
			NodeHelpers.displayParameter(
				values as Parameters<typeof NodeHelpers.displayParameter>[0],
				property,
				null,
				node.description,
			),
		);
	};
	const MANUAL = { mappingMode: 'defineBelow' };
	const required = (parameters: IDataObject) =>
		shown(parameters)
			.filter((property) => property.required === true)
			.map(({ name }) => name);

	it.each<[IDataObject, string[]]>([
		[{}, ['currency']],
		[{ operation: 'upsert' }, ['currency']],
		// An expression may let the service number it, which only the node knows.
		[MANUAL, ['currency']],
		[{ ...MANUAL, additionalFields: { serviceNumbers: '={{ true }}' } }, ['currency']],
		[{ ...MANUAL, operation: 'upsert' }, ['invoiceNumber', 'currency']],
	])('as required for %j', (parameters, expected) => {
		expect(required(parameters)).toEqual(expected);
	});

	it('has each name once, so that an expression brings up no second variant of a field', () => {
		for (const operation of ['create', 'upsert', 'update', 'add']) {
			const names = shown({ ...MANUAL, operation }).map(({ name }) => name);
			expect(names).toEqual([...new Set(names)]);
		}
	});

	const valuesIn = (name: string): string[] =>
		node.description.properties
			.filter((property) => property.name === name)
			.flatMap(({ options = [] }) => options)
			.flatMap((option) => ('values' in option ? option.values : [option as INodeProperties]))
			.map((value) => value.name);

	/** The fields of the request for which the form has one of its own name. */
	const BY_OTHER_NAMES: Record<string, string> = {
		description: 'invoiceDescription',
		requestPhone: 'askFor',
		requestShipping: 'askFor',
	};
	const inForm = (names: string[]) => [
		...new Set(names.map((name) => BY_OTHER_NAMES[name] ?? name)),
	];

	it('has every field of an invoice to enter', () => {
		const names = [...valuesIn('additionalFields'), ...shown(MANUAL).map(({ name }) => name)];
		const setByTheNode = ['deliveryMode', 'freightTaxable', 'sendImmediately'];
		const all = Object.keys(INVOICE_FIELDS).filter((name) => !setByTheNode.includes(name));
		expect(names).toEqual(expect.arrayContaining(inForm(all)));
	});

	it('has every field of an invoice to update but its number', () => {
		const apart = ['freightTaxable', 'invoiceNumber', 'sendImmediately'];
		const all = [...Object.keys(INVOICE_FIELDS), 'customFields', 'clearFields', 'lineItemsJson'];
		expect([...new Set(valuesIn('changes'))].sort()).toEqual(
			inForm(all.filter((name) => !apart.includes(name))).sort(),
		);
	});

	it('clears all fields of an invoice that it can do without', () => {
		const lists = node.description.properties.flatMap(({ options = [] }) => options);
		const [clear] = lists.filter(({ name }) => name === 'clearFields') as INodeProperties[];
		const clearFields = (clear.options as INodePropertyOptions[]).map(({ value }) => value);
		const cleared = readCleared({ clearFields });
		expect(readCleared({ clearFields: ['askFor', 'discount', 'freightTaxRate', 'tax'] })).toEqual([
			...['requestPhone', 'requestShipping', 'discountAmount', 'discountPercent'],
			...['freightTaxRate', 'freightTaxable', 'taxAmount', 'taxRate'],
		]);
		const kept = [
			...['currency', 'deliveryMode', 'developerId', 'dueDate', 'invoiceNumber'],
			...['sendImmediately', 'solutionId', 'totalAmount'],
		];
		const all = Object.keys(INVOICE_FIELDS).filter((name) => !kept.includes(name));
		expect([...new Set(cleared)].sort()).toEqual([...all, 'customFields'].sort());
	});

	it('has every field of a line item but its total, which is calculated', () => {
		const lines = node.description.properties.find(({ name }) => name === 'lineItems')?.options;
		const [{ values }] = lines as INodePropertyCollection[];
		expect(values.map(({ name }) => name).sort()).toEqual(
			Object.keys(LINE_FIELDS)
				.filter((name) => name !== 'totalAmount')
				.sort(),
		);
	});

	it('has every setting to update, and to reset', () => {
		const settings = Object.keys(SETTINGS_FIELDS);
		const others = ['labels', 'logoBinaryProperty'];
		expect(valuesIn('settings').sort()).toEqual([...settings, ...others].sort());
		const form = node.description.properties.find(({ name }) => name === 'settings');
		const switches = (form?.options as INodeProperties[]).filter(({ type }) => type === 'boolean');
		// Who adds one wants it.
		expect(switches.map((one) => one.default)).toEqual(switches.map(() => true));
		const reset = node.description.properties.find(({ name }) => name === 'resetSettings');
		const values = (reset?.options ?? []).map((option) => ('value' in option ? option.value : ''));
		expect(values.sort()).toEqual([...settings, 'merchantLogo'].sort());
	});
});
