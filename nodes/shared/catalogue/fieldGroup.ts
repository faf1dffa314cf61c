export interface FieldGroup {
	name: string;
	/** Stands before the field name on the wire, with a dot between. */
	prefix?: string;
	/** The elements around its fields in an XML report, where they are not just the prefix. */
	elements?: string;
	/** Field name to its description; empty where the specification gives none. */
	fields: Readonly<Record<string, string>>;
}
