import { columnLetters, escaped } from './cells';
import type { WrittenSheet } from './sheets';
import type { ChartData } from './totalsSheet';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const DRAWING_TYPE = 'application/vnd.openxmlformats-officedocument';

export const DRAWING_RELATION = `${OFFICE}/drawing`;
export const CHART_RELATION = `${OFFICE}/chart`;

/** One with columns has rows under headings, which can be filtered. */
export type NamedSheet = Pick<WrittenSheet, 'name'> & Partial<WrittenSheet>;

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
		...sheets.map((_, sheet) => ({
			type: `${OFFICE}/worksheet`,
			target: `worksheets/sheet${sheet + 1}.xml`,
		})),
		{ type: `${OFFICE}/styles`, target: 'styles.xml' },
	]);

export function workbookXml(sheets: readonly NamedSheet[], active: number): string {
	const listed = sheets.map(
		({ name }, index) =>
			`<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
	);
	// Excel keeps the range of a filter under this name too.
	const filters = sheets.flatMap(({ name, columns = 0, rows }, index) =>
		columns === 0
			? []
			: `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">'${escaped(name.replaceAll("'", "''"))}'!$A$1:$${columnLetters(columns - 1)}$${rows}</definedName>`,
	);
	const names = filters.length > 0 ? `<definedNames>${filters.join('')}</definedNames>` : '';
	return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView activeTab="${active}"/></bookViews><sheets>${listed.join('')}</sheets>${names}</workbook>`;
}

export function contentTypesXml(sheets: readonly NamedSheet[], charts: number): string {
	const parts = [
		['xl/workbook.xml', `${SHEET_TYPE}.sheet.main+xml`],
		['xl/styles.xml', `${SHEET_TYPE}.styles+xml`],
		...sheets.map((_, sheet) => [sheetPath(sheet), `${SHEET_TYPE}.worksheet+xml`]),
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

/** In cells of the sheet. */
const WIDTH = 8;
const HEIGHT = 18;

const DRAWING =
	'<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">';
const CHART_SPACE =
	'<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">';
const CHART_URI = 'http://schemas.openxmlformats.org/drawingml/2006/chart';

/** Where the charts stand: beside the totals, one below the other. Chart 1 is rId1 of the drawing. */
export function drawingXml(charts: readonly ChartData[], firstColumn: number): string {
	const anchors = charts.map(({ title }, index) => {
		const place = (name: string, column: number, row: number) =>
			`<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
		const top = index * (HEIGHT + 1);
		return (
			`<xdr:twoCellAnchor>${place('from', firstColumn, top)}${place('to', firstColumn + WIDTH, top + HEIGHT)}` +
			`<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${index + 2}" name="Chart ${index + 1}" descr="${escaped(title)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>` +
			'<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>' +
			`<a:graphic><a:graphicData uri="${CHART_URI}"><c:chart xmlns:c="${CHART_URI}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId${index + 1}"/></a:graphicData></a:graphic>` +
			'</xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>'
		);
	});
	return `${DRAWING}${anchors.join('')}</xdr:wsDr>`;
}

export function chartXml({ title, labels, sums, hasNegative }: ChartData, sheet: string): string {
	const place = (row: number, column: number) => `$${columnLetters(column)}$${row}`;
	const cells = ({ rows: [first, last], columns: [left, right] }: ChartData['sums']) =>
		`'${sheet}'!${place(first, left)}:${place(last, right)}`;
	const axis = (id: number, crosses: number, position: string, more: string, least = '') =>
		`<c:axId val="${id}"/><c:scaling><c:orientation val="minMax"/>${least}</c:scaling><c:delete val="0"/><c:axPos val="${position}"/>${more}` +
		`<c:majorTickMark val="out"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/><c:crossAx val="${crosses}"/><c:crosses val="autoZero"/>`;
	return (
		`${CHART_SPACE}<c:roundedCorners val="0"/><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz="1200" b="1"/></a:pPr><a:r><a:rPr lang="en-US" sz="1200" b="1"/><a:t>${escaped(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>` +
		'<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/>' +
		`<c:ser><c:idx val="0"/><c:order val="0"/><c:spPr><a:solidFill><a:srgbClr val="3B6EA5"/></a:solidFill></c:spPr><c:invertIfNegative val="0"/><c:cat><c:strRef><c:f>${escaped(cells(labels))}</c:f></c:strRef></c:cat><c:val><c:numRef><c:f>${escaped(cells(sums))}</c:f></c:numRef></c:val></c:ser>` +
		'<c:gapWidth val="60"/><c:axId val="1"/><c:axId val="2"/></c:barChart>' +
		`<c:catAx>${axis(1, 2, 'b', '<c:numFmt formatCode="General" sourceLinked="0"/>')}</c:catAx>` +
		`<c:valAx>${axis(2, 1, 'l', '<c:majorGridlines/><c:numFmt formatCode="#,##0" sourceLinked="0"/>', hasNegative ? '' : '<c:min val="0"/>')}<c:crossBetween val="between"/></c:valAx>` +
		'</c:plotArea><c:plotVisOnly val="1"/></c:chart></c:chartSpace>'
	);
}
