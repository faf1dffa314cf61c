import type { WrittenSheet } from './sheets';
import { columnLetters, escaped } from './xml';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const DRAWING_TYPE = 'application/vnd.openxmlformats-officedocument';

export const DRAWING_RELATION = `${OFFICE}/drawing`;
export const CHART_RELATION = `${OFFICE}/chart`;

export interface NamedSheet {
	name: string;
	/** Of its part of the file, from 0. */
	number: number;
	/** Whether it has rows under headings, which can be filtered. */
	filtered?: WrittenSheet;
}

export const sheetPath = (sheet: number): string => `xl/worksheets/sheet${sheet + 1}.xml`;

/** The targets are rId1, rId2 and so on. */
export const relationsXml = (targets: ReadonlyArray<{ type: string; target: string }>): string =>
	`<Relationships xmlns="${RELATIONSHIPS}">` +
	targets
		.map(
			({ type, target }, index) =>
				`<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`,
		)
		.join('') +
	'</Relationships>';

export const rootRelations = relationsXml([
	{ type: `${OFFICE}/officeDocument`, target: 'xl/workbook.xml' },
]);

export const workbookRelations = (sheets: readonly NamedSheet[]): string =>
	relationsXml([
		...sheets.map((sheet) => ({
			type: `${OFFICE}/worksheet`,
			target: `worksheets/sheet${sheet.number + 1}.xml`,
		})),
		{ type: `${OFFICE}/styles`, target: 'styles.xml' },
	]);

export function workbookXml(sheets: readonly NamedSheet[]): string {
	const listed = sheets.map(
		({ name }, index) =>
			`<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
	);
	// Excel keeps the range of a filter under this name too.
	const filters = sheets.flatMap(({ name, filtered }, index) =>
		filtered === undefined || filtered.columns === 0
			? []
			: `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">'${escaped(name.replaceAll("'", "''"))}'!$A$1:$${columnLetters(filtered.columns - 1)}$${filtered.rows}</definedName>`,
	);
	const names = filters.length > 0 ? `<definedNames>${filters.join('')}</definedNames>` : '';
	return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>${listed.join('')}</sheets>${names}</workbook>`;
}

export function contentTypesXml(sheets: readonly NamedSheet[], charts: number): string {
	const parts = [
		['xl/workbook.xml', `${SHEET_TYPE}.sheet.main+xml`],
		['xl/styles.xml', `${SHEET_TYPE}.styles+xml`],
		...sheets.map((sheet) => [sheetPath(sheet.number), `${SHEET_TYPE}.worksheet+xml`]),
		...(charts > 0 ? [['xl/drawings/drawing1.xml', `${DRAWING_TYPE}.drawing+xml`]] : []),
		...Array.from({ length: charts }, (_, chart) => [
			`xl/charts/chart${chart + 1}.xml`,
			`${DRAWING_TYPE}.drawingml.chart+xml`,
		]),
	];
	return (
		`<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
		parts.map(([path, type]) => `<Override PartName="/${path}" ContentType="${type}"/>`).join('') +
		'</Types>'
	);
}
