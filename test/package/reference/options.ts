import type {
	ICredentialType,
	INodeProperties,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

import { type FieldRow, fieldRows } from './fieldRows';
import { anchor, page, plain, table } from './markdown';

/** What a section of a page is about: an action, or an event of the trigger. */
interface Section {
	title: string;
	description: string;
	rows: FieldRow[];
}

const HEAD = ['Field', 'Type', 'Default', 'What it does'];
const COMMON = 'Common fields';

const optionsOf = (field: INodeProperties | undefined): INodePropertyOptions[] =>
	(field?.options ?? []) as INodePropertyOptions[];

const shows = ({ displayOptions }: INodeProperties, name: string, value: string): boolean =>
	(displayOptions?.show?.[name] ?? [value]).includes(value);

/** One section for each action of the node, resource by resource. */
function actionsOf({ properties }: INodeTypeDescription): Section[] {
	const resources = optionsOf(properties.find(({ name }) => name === 'resource'));
	return resources.flatMap((resource) => {
		const ofResource = properties.filter((field) =>
			shows(field, 'resource', String(resource.value)),
		);
		const operations = optionsOf(ofResource.find(({ name }) => name === 'operation'));
		return operations.map((operation) => ({
			title: `${resource.name}: ${operation.name}`,
			description: operation.description ?? '',
			rows: rowsFor(ofResource, {
				operation: String(operation.value),
				resource: String(resource.value),
			}),
		}));
	});
}

function eventsOf({ properties }: INodeTypeDescription): Section[] {
	return optionsOf(properties.find(({ name }) => name === 'event')).map((event) => ({
		title: event.name,
		description: event.description ?? '',
		rows: rowsFor(properties, { event: String(event.value) }),
	}));
}

function rowsFor(fields: readonly INodeProperties[], chosen: Record<string, string>): FieldRow[] {
	const shown = fields
		.map((field) => ({ ...field, options: ofCollection(field, chosen) }))
		.filter((field) => !(field.name in chosen))
		.filter((field) => Object.entries(chosen).every(([name, value]) => shows(field, name, value)));
	return fieldRows(shown, Object.keys(chosen));
}

/** The fields in a group that are there for what is chosen. */
function ofCollection(
	{ type, options }: INodeProperties,
	chosen: Record<string, string>,
): INodeProperties['options'] {
	if (type !== 'collection') return options;
	return (options as INodeProperties[]).filter((field) =>
		Object.entries(chosen).every(([name, value]) => shows(field, `/${name}`, value)),
	);
}

const keyOf = ({ group, about, cells }: FieldRow): string =>
	JSON.stringify([group, about, ...cells]);
const nameOf = ({ group, cells: [label] }: FieldRow): string => `${group} > ${label}`;

/** The rows that more than one section has. Of two that have the same name, the one in more sections. */
function commonOf(sections: readonly Section[]): Map<string, FieldRow> {
	const counts = new Map<string, { row: FieldRow; count: number }>();
	for (const { rows } of sections) {
		for (const row of rows) {
			const { count } = counts.get(keyOf(row)) ?? { count: 0 };
			counts.set(keyOf(row), { row, count: count + 1 });
		}
	}
	const common = new Map<string, FieldRow>();
	const shared = [...counts.values()].filter(({ count }) => count > 1);
	for (const { row } of shared.sort((a, b) => b.count - a.count)) {
		if (!common.has(nameOf(row))) common.set(nameOf(row), row);
	}
	return common;
}

/** The rows under the name of their group. */
function grouped(rows: readonly FieldRow[], level: string): string {
	const groups = new Map<string, FieldRow[]>();
	for (const row of rows) groups.set(row.group, [...(groups.get(row.group) ?? []), row]);
	return [...groups]
		.map(([group, members]) => {
			const [{ about }] = members;
			const title = group === '' ? [] : [`${level} ${group}`];
			const text = about === '' ? [] : [about];
			return [...title, ...text, table([HEAD, ...members.map(({ cells }) => [...cells])])].join(
				'\n\n',
			);
		})
		.join('\n\n');
}

function sectionText(section: Section, common: Map<string, FieldRow>): string {
	const isCommon = (row: FieldRow) => {
		const shared = common.get(nameOf(row));
		return shared !== undefined && keyOf(shared) === keyOf(row);
	};
	const own = section.rows.filter((row) => !isCommon(row));
	const parts = [`## ${section.title}`];
	if (section.description !== '') parts.push(`${plain(section.description)}.`);
	if (own.length > 0) parts.push(grouped(own, '###'));
	const shared = section.rows.filter(isCommon);
	if (shared.length > 0) parts.push(seeCommon(shared));
	return parts.join('\n\n');
}

function seeCommon(rows: readonly FieldRow[]): string {
	const groups = new Map<string, string[]>();
	for (const { group, cells } of rows) {
		groups.set(group, [...(groups.get(group) ?? []), cells[0].replace(' (required)', '')]);
	}
	const lines = [...groups].map(
		([group, labels]) => `- **${group || 'Form'}**: ${labels.join(', ')}`,
	);
	return `See [${COMMON.toLowerCase()}](#${anchor(COMMON)}) for:\n\n${lines.join('\n')}`;
}

function nodePage(title: string, introduction: string, sections: readonly Section[]): string {
	const common = commonOf(sections);
	const contents = sections.map(({ title: each }) => `- [${each}](#${anchor(each)})`).join('\n');
	return page(
		title,
		`${introduction}\n\n${contents}`,
		...sections.map((section) => sectionText(section, common)),
		`## ${COMMON}`,
		'Several sections above have these fields.',
		grouped([...common.values()], '###'),
	);
}

export const actionsPage = (node: INodeTypeDescription): string =>
	nodePage(
		`${node.displayName}: fields and defaults`,
		'Every operation with its fields, as the editor shows them.',
		actionsOf(node),
	);

export const eventsPage = (node: INodeTypeDescription): string =>
	nodePage(
		`${node.displayName}: fields and defaults`,
		'Every event with its fields, as the editor shows them.',
		eventsOf(node),
	);

export const credentialsPage = (credentials: readonly ICredentialType[]): string =>
	page(
		'Credentials: fields and defaults',
		'The fields of both credentials, as the editor shows them.',
		...credentials.map(
			({ displayName, properties }) =>
				`## ${displayName}\n\n${grouped(fieldRows(properties, []), '###')}`,
		),
	);
