import type { Field, InvoiceField, LineItemField } from '../../shared/invoice/fields';
import { INVOICE_FIELDS, LINE_ITEM_FIELDS } from '../../shared/invoice/fields';
import type { Values } from './fieldValues';
import { fieldNames } from './fieldValues';
import { withoutEntities } from './sameText';
import type { Value } from './values';

/** What an invoice says, as far as it is of interest here. */
interface Texts {
	fields: Values<InvoiceField>;
	lineItems: ReadonlyArray<Values<LineItemField>>;
}

const ENTITY = /&(?:amp|apos|gt|lt|quot|#\d{1,6}|#x[0-9a-f]{1,5});/gi;
/** What no service writes as an entity, as it is no part of a text. */
const NO_TEXT = /[^\P{C}\t\n\r]/u;

/** A service that writes & and < as entities never shows them otherwise. */
const isAsEntered = (text: string): boolean =>
	/[&<]/.test(
		text.replace(ENTITY, (entity) => (NO_TEXT.test(withoutEntities(entity)) ? entity : '')),
	);

/** Where people write what they like. */
const FREE_TEXT: ReadonlySet<string> = new Set<InvoiceField | LineItemField>([
	'companyName',
	'customerName',
	'description',
	'merchantCustomerId',
	'productName',
	'productSku',
]);

/** Whether the entities in the text of an invoice may come from the service: nothing shows that somebody entered them. */
export const mayBeEscaped = ({ fields, lineItems }: Texts): boolean =>
	![fields, ...lineItems].some((values) =>
		Object.entries(values).some(
			([name, value]) => FREE_TEXT.has(name) && isAsEntered(String(value)),
		),
	);

/** The values without entities, as far as they are text that the service has shown. */
export const plainTexts = <Name extends string>(
	values: Values<Name>,
	shown: ReadonlyArray<Values<Name>>,
): Values<Name> =>
	Object.fromEntries(
		Object.entries<Value | undefined>(values).map(([name, value]) => {
			const isShown = FREE_TEXT.has(name) && shown.some((other) => other[name as Name] === value);
			return [name, isShown ? withoutEntities(String(value)) : value];
		}),
	) as Values<Name>;

interface Text {
	label: string;
	shown: unknown;
	sent: unknown;
	now: unknown;
}

function textsOf<Name extends string>(
	fields: Record<Name, Field>,
	shown: Values<Name>,
	sent: Values<Name>,
	now: Values<Name> = {},
	line?: number,
): Text[] {
	const place = line === undefined ? '' : `Line item ${line}, `;
	return fieldNames(fields)
		.filter((name) => shown[name] !== sent[name])
		.map((name) => ({
			label: `${place}${fields[name].label}`,
			shown: shown[name],
			sent: sent[name],
			now: now[name],
		}));
}

export interface Entities {
	/** Whether the service shows text as it is sent, so that the entities are part of the text. */
	areText: boolean;
	/** The texts of which neither is sure. */
	unclear: string[];
}

/** What an update shows of the entities that were left out of what was sent; `shown`: the same with them. */
export function entitiesAfter(shown: Texts, sent: Texts, after: Texts): Entities {
	const texts = [
		...textsOf(INVOICE_FIELDS, shown.fields, sent.fields, after.fields),
		...shown.lineItems.flatMap((line, index) =>
			textsOf(LINE_ITEM_FIELDS, line, sent.lineItems[index], after.lineItems[index], index + 1),
		),
	];
	return {
		areText: texts.some((text) => text.now === text.sent),
		unclear: texts.filter((text) => text.now !== text.shown).map(({ label }) => label),
	};
}
