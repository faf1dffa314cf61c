import { REPORT_DEFINITIONS } from '../../../nodes/shared/catalog/definitions';
import { FIELD_GROUPS } from '../../../nodes/shared/catalog/fieldGroups';
import { CATALOG_FIELDS, kindByName, readableName } from '../../../nodes/shared/catalog/fields';
import { MONEY } from '../../../nodes/shared/catalog/money';
import { code, page, table } from './markdown';

/** What an amount is, where the report is not about it. */
const ROLES: Partial<Record<string, string>> = {
	fee: '(a fee)',
	adjustment: '(an adjustment)',
	instead: '(if there is none before it)',
};

const types = table([
	[
		'Report type',
		'Name in the service',
		'Amounts are',
		'Amounts',
		'Tells kinds',
		'Tells accepted rows',
	],
	...REPORT_DEFINITIONS.map(({ name, value }) => {
		const { are, amounts, kind, decision } = MONEY[value];
		const added = amounts.filter(([, , role]) => role !== 'beside');
		return [
			name,
			`\`${value}\``,
			amounts.length === 0 ? '' : are,
			added
				.map(([amount, currency, role]) =>
					[`\`${amount}\` in \`${currency}\``, ...(role === undefined ? [] : [ROLES[role]])].join(
						' ',
					),
				)
				.join(', '),
			code(kind),
			code(decision),
		];
	}),
]);

const groups = FIELD_GROUPS.map(({ name }) => {
	const rows = CATALOG_FIELDS.filter(({ group }) => group === name).map(
		({ name: field, wireName, description }) => [
			readableName(field),
			`\`${wireName}\``,
			kindByName(wireName),
			description,
		],
	);
	return `### ${readableName(name)}\n\n${table([['Field', 'Name to send', 'Holds', 'Meaning'], ...rows])}`;
});

export const catalogPage = (): string =>
	page(
		'Report types and fields',
		`The catalog that the nodes know: ${REPORT_DEFINITIONS.length} report types and ${CATALOG_FIELDS.length} fields in ${FIELD_GROUPS.length} groups. Your account may have fewer or more. **Report Definition: Get** shows what your service offers.`,
		'## Report types',
		'The last columns show what the amounts of a report are, what tells sales from refunds or credits from debits, and which rows were accepted. Totals use them. Amounts of other payments are left out.',
		types,
		'## Fields',
		'_Name to send_ is the name for expressions and for **Other Fields**.',
		...groups,
	);
