import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

/** Older n8n has no isToolExecution: there, a tool of an agent is a node of a type of its own. */
type Host = Omit<IExecuteFunctions, 'isToolExecution'> &
	Partial<Pick<IExecuteFunctions, 'isToolExecution'>>;

/** Whether an AI agent gets the output. */
export const isTool = (context: Host): boolean =>
	context.isToolExecution?.() === true || context.getNode().type.endsWith('Tool');

export const showCustomerField: INodeProperties = {
	displayName: 'Show Customer to AI Agent',
	name: 'showCustomer',
	type: 'boolean',
	default: false,
	noDataExpression: true,
	description:
		'Whether the agent sees names and email addresses. Otherwise they are masked: A**, a**@example.com.',
	displayOptions: { show: { '@tool': [true] } },
};

/** What is in a field, without who it is about. */
export type Mask = (field: string, text: string) => string;

const masks = new WeakMap<Host, Mask>();

/** Undefined where the customers are shown. */
export function maskOf(context: Host): Mask | undefined {
	if (!isTool(context)) return undefined;
	if (context.getNodeParameter(showCustomerField.name, 0, false) === true) return undefined;
	const mask = masks.get(context) ?? newMask();
	masks.set(context, mask);
	return mask;
}

/** The first letter, and where an email address goes. In one field, no two customers look alike: A**, A**2. */
function newMask(): Mask {
	const groups = new Map<string, Map<string, number>>();
	return (field, text) => {
		if (text === '') return '';
		const [letter] = text;
		const domain = text.includes('@') ? text.slice(text.lastIndexOf('@')) : '';
		const group = [field, letter, domain].join();
		const alike = groups.get(group) ?? new Map<string, number>();
		groups.set(group, alike);
		const place = alike.get(text) ?? alike.size + 1;
		alike.set(text, place);
		return `${letter}**${place > 1 ? place : ''}${domain}`;
	};
}

/** The columns of a report that say who somebody is, in every naming convention. */
const PERSON =
	/(?:first|last|middle|full|company|customer|holder|recipient|(?:bill|ship)_?to)[._]?name(?:_?\d+)?$|e_?mail/i;

/** A row, with everything in it, without who the customers are. */
export const withoutCustomers = (row: IDataObject, mask: Mask): IDataObject =>
	Object.fromEntries(
		Object.entries(row).map(([name, value]) => [name, maskedAt(name, value, mask)]),
	);

function maskedAt(name: string, value: IDataObject[string], mask: Mask): IDataObject[string] {
	if (Array.isArray(value)) {
		return (value as Array<IDataObject[string]>).map((each) => maskedAt(name, each, mask));
	}
	if (typeof value === 'object' && value !== null) {
		return withoutCustomers(value as IDataObject, mask);
	}
	return typeof value === 'string' && PERSON.test(name) ? mask(name, value) : value;
}
