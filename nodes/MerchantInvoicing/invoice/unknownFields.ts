import type { IDataObject } from 'n8n-workflow';

import {
	type Field,
	INVOICE_FIELDS,
	LINE_ITEM_FIELDS,
	LINE_ITEMS_PATH,
} from '../../shared/invoice/fields';
import type { Invoice } from '../../shared/service/invoicing';
import { isRecord, valueAt } from '../../shared/text';
import { CUSTOM_FIELDS } from './draft';

/** What only answers have. */
const ONLY_IN_ANSWERS = [
	['_links'],
	['id'],
	['submitTimeUtc'],
	['status'],
	['createdDate'],
	['invoiceHistory'],
	['invoiceInformation', 'paymentLink'],
	['invoiceInformation', 'customLabels'],
	['orderInformation', 'amountDetails', 'balanceAmount'],
];

const pathsOf = (fields: Record<string, Field>): Array<readonly string[]> =>
	Object.values(fields).flatMap(({ path, otherPath }) => (otherPath ? [path, otherPath] : [path]));

const KNOWN = [...pathsOf(INVOICE_FIELDS), ...ONLY_IN_ANSWERS, LINE_ITEMS_PATH, [CUSTOM_FIELDS]];
const KNOWN_OF_LINES = pathsOf(LINE_ITEM_FIELDS);

/** What an object has that the specification does not name. */
function unknownIn(value: unknown, known: ReadonlyArray<readonly string[]>): IDataObject {
	const rest = isRecord(value) ? structuredClone(value) : {};
	for (const path of known) {
		const group = valueAt(rest, path.slice(0, -1));
		if (isRecord(group)) delete group[path[path.length - 1]];
	}
	return withoutEmpty(rest);
}

const withoutEmpty = (group: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(group).flatMap(([name, value]) => {
			if (!isRecord(value)) return value === null ? [] : [[name, value]];
			const left = withoutEmpty(value);
			return Object.keys(left).length > 0 ? [[name, left]] : [];
		}),
	);

const linesIn = (body: IDataObject): IDataObject[] => {
	const lines = valueAt(body, LINE_ITEMS_PATH);
	return Array.isArray(lines) ? (lines as IDataObject[]) : [];
};

/** The body of an update with what the invoice has besides, as an update takes away what it leaves out. */
export function withUnknownFields(body: IDataObject, before: Invoice): IDataObject {
	const left = [...linesIn(before)];
	for (const line of linesIn(body)) {
		const index = left.findIndex(({ productSku }) => productSku === line.productSku);
		if (index >= 0) Object.assign(line, unknownIn(left.splice(index, 1)[0], KNOWN_OF_LINES));
	}
	return laidOver(unknownIn(before, KNOWN), body);
}

/** The one object with the other laid over it, group by group. */
function laidOver(under: IDataObject, over: IDataObject): IDataObject {
	for (const [name, value] of Object.entries(over)) {
		const below = under[name];
		under[name] = isRecord(below) && isRecord(value) ? laidOver(below, value) : value;
	}
	return under;
}

/** "processingInformation.priority": the fields that go back although the specification does not have them. */
export const unknownNames = (before: Invoice): string[] => [
	...namesIn(unknownIn(before, KNOWN)),
	...new Set(
		linesIn(before).flatMap((line) => namesIn(unknownIn(line, KNOWN_OF_LINES), 'lineItems.')),
	),
];

const namesIn = (fields: IDataObject, place = ''): string[] =>
	Object.entries(fields).flatMap(([name, value]) =>
		isRecord(value) ? namesIn(value, `${place}${name}.`) : [`${place}${name}`],
	);
