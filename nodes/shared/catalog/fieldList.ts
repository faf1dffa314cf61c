import { CATALOG_FIELDS, type CatalogField, looseName, readableName } from './fields';

/** A field that a type of report has, as the service lists it. */
export interface ListedField {
	wireName: string;
	description?: string;
	/** What is special about it: "required". */
	mark?: string;
}

/** An entry of a list to pick fields from: one for each column that a report can have. */
export interface FieldEntry {
	name: string;
	wireName: string;
	description: string;
}

const BY_COLUMN = new Map<string, CatalogField[]>();
for (const field of CATALOG_FIELDS) {
	const column = looseName(field.wireName);
	BY_COLUMN.set(column, [...(BY_COLUMN.get(column) ?? []), field]);
}

const inCatalog = (wireName: string): CatalogField[] => BY_COLUMN.get(looseName(wireName)) ?? [];

const GROUP_SIZES = new Map<string, number>();
for (const { group } of CATALOG_FIELDS) {
	GROUP_SIZES.set(group, (GROUP_SIZES.get(group) ?? 0) + 1);
}

const isMoreThan =
	(field: string) =>
	(description = ''): boolean =>
		description !== '' && !looseName(description).startsWith(looseName(field));

/** The fields of a type of report, group by group. Those of one group stand together, in the order they came in. */
export function listedEntries(listed: readonly ListedField[]): FieldEntry[] {
	const fields = [...new Map(listed.map((field) => [looseName(field.wireName), field])).values()];
	const shares = sharesOf(fields);
	const groups = new Map<string, FieldEntry[]>();
	for (const { wireName, description, mark } of fields) {
		const known = bestOf(inCatalog(wireName), shares);
		const [field, ...rest] = wireName.split('.').reverse();
		const prefix = rest.reverse().join('.');
		const group = known?.group ?? (prefix === '' ? 'Other' : prefix);
		const entry = {
			name: `${readableName(group)}: ${readableName(known?.name ?? field)}${mark ? ` (${mark})` : ''}`,
			wireName,
			description: [known?.description, description].find(isMoreThan(field)) ?? '',
		};
		groups.set(group, [...(groups.get(group) ?? []), entry]);
	}
	return [...groups.values()].flat();
}

/** How much of each group of the catalog is listed: several groups share names such as Amount. */
function sharesOf(fields: readonly ListedField[]): Map<string, number> {
	const shares = new Map<string, number>();
	for (const { wireName } of fields) {
		for (const { group } of inCatalog(wireName)) {
			shares.set(group, (shares.get(group) ?? 0) + 1 / (GROUP_SIZES.get(group) ?? 1));
		}
	}
	return shares;
}

const bestOf = (
	fields: readonly CatalogField[],
	shares: ReadonlyMap<string, number>,
): CatalogField | undefined =>
	[...fields].sort((a, b) => (shares.get(b.group) ?? 0) - (shares.get(a.group) ?? 0)).at(0);

/** The other columns of the specification, each once, with a mark that says why they are apart. */
export function otherEntries(listed: readonly ListedField[], mark: string): FieldEntry[] {
	const taken = new Set(listed.map(({ wireName }) => looseName(wireName)));
	return [...BY_COLUMN]
		.filter(([column]) => !taken.has(column))
		.map(([, fields]) => {
			const [{ name, wireName }] = fields;
			const groups = fields.map(({ group }) => readableName(group)).join(' / ');
			const described = fields.find((field) => field.description !== '');
			return {
				name: `${groups}: ${readableName(name)} (${mark})`,
				wireName,
				description: described?.description ?? '',
			};
		});
}
