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

/** Whether customers are masked in what the action returns. */
export const masksCustomers = (context: Host): boolean =>
	isTool(context) && context.getNodeParameter(showCustomerField.name, 0, false) !== true;

/** The first letter, and where an email address goes. */
export const maskedText = (text: string): string =>
	text === ''
		? ''
		: `${[...text][0]}**${text.includes('@') ? text.slice(text.lastIndexOf('@')) : ''}`;

/** The columns of a report that say who somebody is, in every naming convention. */
const PERSON =
	/(?:first|last|middle|full|customer|holder|recipient|(?:bill|ship)_?to)[._]?name(?:_?\d+)?$|e_?mail/i;

/** A row, with everything in it, without who the customers are. */
export const withoutCustomers = (row: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(row).map(([name, value]) => [name, maskedAt(name, value)]));

function maskedAt(name: string, value: IDataObject[string]): IDataObject[string] {
	if (Array.isArray(value)) {
		return (value as Array<IDataObject[string]>).map((each) => maskedAt(name, each));
	}
	if (typeof value === 'object' && value !== null) return withoutCustomers(value as IDataObject);
	return typeof value === 'string' && PERSON.test(name) ? maskedText(value) : value;
}
