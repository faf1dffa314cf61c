import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	NodeOperationError,
} from 'n8n-workflow';

import { isRecord } from '../text';
import { booleanField } from './fields';

/** Older n8n has no isToolExecution. There, a tool is a node of its own type. */
type Host = Omit<IExecuteFunctions, 'isToolExecution'> &
	Partial<Pick<IExecuteFunctions, 'isToolExecution'>>;

export const isAgentTool = (context: Host): boolean =>
	context.isToolExecution?.() === true || context.getNode().type.endsWith('Tool');

export const showCustomerField: INodeProperties = booleanField(
	'Show Customer to AI Agent',
	'showCustomer',
	'Whether the agent sees who the customers are. Otherwise names, contact data and payment links are masked: A**, a**@example.com.',
	{ noDataExpression: true, displayOptions: { show: { '@tool': [true] } } },
);

export type MaskField = (field: string, text: string) => string;

const masks = new WeakMap<Host, MaskField>();

/** Undefined where the customers are shown. */
export function getMask(context: Host): MaskField | undefined {
	if (!isAgentTool(context)) return undefined;
	if (context.getNodeParameter(showCustomerField.name, 0, false) === true) return undefined;
	const mask = masks.get(context) ?? newMask();
	masks.set(context, mask);
	return mask;
}

/** The first letter, and where an email address goes. In one field, no two customers look alike: A**, A**2. */
function newMask(): MaskField {
	const groups = new Map<string, Map<string, number>>();
	return (field, text) => {
		if (text === '') return '';
		const [letter] = text;
		const domain = text.includes('@') ? text.slice(text.lastIndexOf('@')) : '';
		const group = [plain(field), letter, domain].join();
		const alike = groups.get(group) ?? new Map<string, number>();
		groups.set(group, alike);
		const place = alike.get(text) ?? alike.size + 1;
		alike.set(text, place);
		return `${letter}**${place > 1 ? place : ''}${domain}`;
	};
}

/** The same in every naming convention. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '');

const PERSON = new RegExp(
	`(?:${[
		'(?:first|last|middle|full|company|customer|customerInformation|billTo|shipTo|holder|recipient|passenger|account|user|host)Name',
		'nameSuffix',
		'(?:customer|passenger|personal|tax)Id',
		'email(?:Address)?',
		'phone(?:Number)?',
		'address(?:Line)?',
		'street',
		'zip(?:Code)?',
		'postalCode',
		'dateOfBirth',
		'paymentLink',
	].join('|')})\\d*$`,
	'i',
);

/** Of a name or a path. */
export const isPersonalField = (name: string): boolean => PERSON.test(plain(name));

/**
 * Email and IP addresses, and phone numbers in international form. Without a bound before the @, a long word takes the
 * square of its length.
 */
const GIVEAWAY =
	/[\w.%+-]{1,64}@[\w-]+(?:\.[\w-]+)+|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])|\+\d(?:[ ()-]{0,2}\d){7,14}(?!\d)/g;

type JsonValue = IDataObject[string];

/** Values that say who somebody is, and what stands in their place. */
type Persons = ReadonlyMap<string, string>;

/** The entries of a list are rows of their own. */
function personsIn(row: IDataObject, mask: MaskField, path: string): Array<[string, string]> {
	return Object.entries(row).flatMap(([name, value]): Array<[string, string]> => {
		const at = `${path}.${name}`;
		if (isRecord(value)) return personsIn(value, mask, at);
		const isText = typeof value === 'string' && value.trim() !== '';
		return isText && isPersonalField(at) ? [[value, mask(at, value)]] : [];
	});
}

/** Shorter ones are initials, which other words have too. */
const MIN_NAME_LENGTH = 3;

/** The text may repeat a value of its row or of the request. */
function maskedText(text: string, persons: Persons, mask: MaskField): string {
	const found = [...persons.keys()]
		.filter((value) => value.length >= MIN_NAME_LENGTH && text.includes(value))
		// Otherwise only the first word of "Ann Lee Shoes" is found where "Ann" is a name too.
		.sort((a, b) => b.length - a.length)
		.map((value) => value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
	const words = new RegExp(`(?<![\\p{L}\\d])(?:${found.join('|')})(?![\\p{L}\\d])`, 'gu');
	const shown =
		found.length === 0 ? text : text.replace(words, (value) => persons.get(value) ?? value);
	return shown.replace(GIVEAWAY, (found) => mask('', found));
}

function maskedRow(row: IDataObject, known: Persons, mask: MaskField, path = ''): IDataObject {
	const persons = new Map([...known, ...personsIn(row, mask, path)]);
	const maskedAt = (value: JsonValue, at: string): JsonValue => {
		if (Array.isArray(value)) return (value as JsonValue[]).map((entry) => maskedAt(entry, at));
		if (isRecord(value)) return maskedRow(value, persons, mask, at);
		if (typeof value !== 'string' && typeof value !== 'number') return value;
		if (isPersonalField(at)) return mask(at, String(value));
		return typeof value === 'string' ? maskedText(value, persons, mask) : value;
	};
	return Object.fromEntries(
		Object.entries(row).map(([name, value]) => [name, maskedAt(value, `${path}.${name}`)]),
	);
}

/** Of the request, which the service may repeat. */
function inputPersons(context: Host, mask: MaskField): Persons {
	const fields = Object.keys(context.getNode().parameters);
	return new Map(
		context.getInputData().flatMap(({ json }, index) => {
			const entered = fields.map((name) => [name, context.getNodeParameter(name, index, '')]);
			return [json, Object.fromEntries(entered) as IDataObject].flatMap((row) =>
				personsIn(row, mask, ''),
			);
		}),
	);
}

export async function runMaskedForAgent(
	context: Host,
	run: () => Promise<INodeExecutionData[][]>,
): Promise<INodeExecutionData[][]> {
	const mask = getMask(context);
	if (mask === undefined) return await run();
	const persons = inputPersons(context, mask);
	try {
		return (await run()).map((items) =>
			items.map((item) => ({ ...item, json: maskedRow(item.json, persons, mask) })),
		);
	} catch (error) {
		const failure = error as NodeOperationError;
		failure.message = maskedText(failure.message, persons, mask);
		failure.description = maskedText(failure.description ?? '', persons, mask);
		throw failure;
	}
}
