import { columnLetters, XML_DECLARATION, escapeXml, stylesXml } from './cells';
import { type SheetOutput, type SheetXmlPiece, SheetWriter, type SheetInfo } from './sheets';
import { streamWhileReading, type Throttle, type FileWriter, type TablePlan } from './table';
import { type RowClassifier, headingIfOwnTotal, TotalsCollector } from './totals';
import { type TotalsChart, buildTotalsSheet } from './totalsSheet';
import { CellIssues, SpreadsheetTimes } from './values';
import { type ByteChunks, zipParts, type ZipPart } from './zip';

interface WorkbookSettings {
	name: string;
	empty?: string;
	/** How many columns to total by. */
	groupColumns: number;
	/** Of its times; UTC if empty. */
	zone: string;
	/** Of times that name none, if it differs. */
	ownZone?: string;
	money?: RowClassifier;
	/** Before the figures in the sheet Totals; asked at the end. */
	notes(): readonly string[];
}

const TOTALS_SHEET = 'Totals';

async function* inOnePiece(xml: string): ByteChunks {
	yield Buffer.from(XML_DECLARATION + xml);
}

const part = (path: string, xml: string): ZipPart => ({ path, bytes: inOnePiece(xml) });

/** Rows in sheets, and their totals. */
export class Workbook implements FileWriter {
	readonly mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
	readonly findings = new CellIssues();
	private readonly list: SheetOutput = { pieces: [], done: [], all: [] };
	private readonly sheets: SheetWriter;
	private readonly totals: TotalsCollector;
	private readonly currencyNotes = new Set<string>();

	constructor(private readonly subject: WorkbookSettings) {
		const { name, zone, ownZone, groupColumns } = subject;
		const depths = [...new Set([0, Math.min(1, groupColumns), groupColumns])];
		this.sheets = new SheetWriter(
			name,
			this.list,
			this.findings,
			new SpreadsheetTimes(zone, ownZone),
		);
		this.totals = new TotalsCollector(depths, this.findings, subject.money);
	}

	bytes(read: (throttle: Throttle) => Promise<void>): ByteChunks {
		return zipParts(
			this.parts(async (throttle) => {
				await read(throttle);
				this.sheets.finish(this.subject.empty);
			}),
		);
	}

	begin(plan: TablePlan, firstRows: ReadonlyArray<readonly string[]>): void {
		this.totals.begin(plan);
		for (const { currencyNote } of [...plan.columns, ...plan.summed]) {
			if (currencyNote !== undefined) this.currencyNotes.add(currencyNote);
		}
		this.sheets.begin(plan, firstRows);
	}

	row(cells: readonly string[]): void {
		this.sheets.row(cells);
		this.totals.row(cells);
	}

	get summary(): FileWriter['summary'] {
		return {
			rows: this.sheets.rows,
			sheets: this.list.all.length,
			differences: [...this.findings.inWords(), ...this.currencyNotes],
		};
	}

	private async *parts(read: (throttle: Throttle) => Promise<void>): AsyncIterable<ZipPart> {
		yield* this.tableSheets(read);
		const { length } = this.list.all;
		const totals = this.totalsXml();
		const { charts } = totals;
		yield part(sheetPath(length), totals.xml);
		if (charts.length > 0) {
			yield part(
				`xl/worksheets/_rels/sheet${length + 1}.xml.rels`,
				relationsXml([['drawing', '../drawings/drawing1.xml']]),
			);
			yield part('xl/drawings/drawing1.xml', drawingXml(charts, totals.columns + 1));
			yield part(
				'xl/drawings/_rels/drawing1.xml.rels',
				relationsXml(charts.map((_, index) => ['chart', `../charts/chart${index + 1}.xml`])),
			);
			for (const [index, chart] of charts.entries()) {
				yield part(`xl/charts/chart${index + 1}.xml`, chartXml(chart));
			}
		}
		const sheets: NamedSheet[] = [...this.list.all, { name: TOTALS_SHEET }];
		yield part('xl/styles.xml', stylesXml);
		yield part('xl/workbook.xml', workbookXml(sheets, length));
		yield part(
			'xl/_rels/workbook.xml.rels',
			relationsXml([
				...sheets.map((_, sheet) => ['worksheet', `worksheets/sheet${sheet + 1}.xml`] as const),
				['styles', 'styles.xml'],
			]),
		);
		yield part('_rels/.rels', relationsXml([['officeDocument', 'xl/workbook.xml']]));
		yield part('[Content_Types].xml', contentTypesXml(sheets, charts.length));
	}

	/** Rows are read only once: each sheet ends where the next begins. */
	private async *tableSheets(read: (throttle: Throttle) => Promise<void>): AsyncIterable<ZipPart> {
		const { done } = this.list;
		const pieces = streamWhileReading(this.list.pieces, read)[Symbol.asyncIterator]();
		try {
			let next = await pieces.next();
			const rest = async function* (sheet: number): ByteChunks {
				for (; !next.done && next.value.sheet === sheet; next = await pieces.next()) {
					const { bytes }: SheetXmlPiece = next.value;
					yield bytes;
					done.push(bytes);
				}
			};
			while (!next.done) {
				const { sheet }: SheetXmlPiece = next.value;
				yield { path: sheetPath(sheet), bytes: rest(sheet) };
			}
		} finally {
			await pieces.return?.();
		}
	}

	private totalsXml() {
		const { subject } = this;
		const { plan, levels } = this.totals;
		return buildTotalsSheet({
			notes: [...subject.notes(), ...this.summary.differences],
			columns: plan.by.map(({ heading }) => heading),
			levels,
			charted: plan.summed.map(headingIfOwnTotal).at(0) ?? '',
			money: subject.money,
			empty: subject.empty ?? 'Nothing to add up',
		});
	}
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT_TYPE = 'application/vnd.openxmlformats-officedocument';
const SHEET_TYPE = `${DOCUMENT_TYPE}.spreadsheetml`;

/** With columns, it has a filter. */
type NamedSheet = Pick<SheetInfo, 'name'> & Partial<SheetInfo>;

const sheetPath = (sheet: number): string => `xl/worksheets/sheet${sheet + 1}.xml`;

/** The targets are rId1, rId2 and so on. */
function relationsXml(targets: ReadonlyArray<readonly [type: string, target: string]>): string {
	const relations = targets.map(
		([type, target], index) =>
			`<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
	);
	return `<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}</Relationships>`;
}

function workbookXml(sheets: readonly NamedSheet[], active: number): string {
	const listed = sheets.map(
		({ name }, index) =>
			`<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
	);
	// Excel keeps the range of a filter under this name too.
	const filters = sheets.flatMap(({ name, columns = 0, rows }, index) =>
		columns === 0
			? []
			: `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">'${escapeXml(name.replaceAll("'", "''"))}'!$A$1:$${columnLetters(columns - 1)}$${rows}</definedName>`,
	);
	const names = filters.length > 0 ? `<definedNames>${filters.join('')}</definedNames>` : '';
	return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView activeTab="${active}"/></bookViews><sheets>${listed.join('')}</sheets>${names}</workbook>`;
}

function contentTypesXml(sheets: readonly NamedSheet[], charts: number): string {
	const parts = [
		['xl/workbook.xml', `${SHEET_TYPE}.sheet.main+xml`],
		['xl/styles.xml', `${SHEET_TYPE}.styles+xml`],
		...sheets.map((_, sheet) => [sheetPath(sheet), `${SHEET_TYPE}.worksheet+xml`]),
		...(charts > 0 ? [['xl/drawings/drawing1.xml', `${DOCUMENT_TYPE}.drawing+xml`]] : []),
		...Array.from({ length: charts }, (_, chart) => [
			`xl/charts/chart${chart + 1}.xml`,
			`${DOCUMENT_TYPE}.drawingml.chart+xml`,
		]),
	];
	return (
		`<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
		parts.map(([path, type]) => `<Override PartName="/${path}" ContentType="${type}"/>`).join('') +
		'</Types>'
	);
}

/** In cells of the sheet. */
const WIDTH = 8;
const HEIGHT = 18;

const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';

/** Places charts beside the totals, one below the other. */
function drawingXml(charts: readonly TotalsChart[], firstColumn: number): string {
	const anchors = charts.map(({ title }, index) => {
		const place = (name: string, column: number, row: number) =>
			`<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
		const top = index * (HEIGHT + 1);
		return (
			`<xdr:twoCellAnchor>${place('from', firstColumn, top)}${place('to', firstColumn + WIDTH, top + HEIGHT)}` +
			`<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${index + 2}" name="Chart ${index + 1}" descr="${escapeXml(title)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>` +
			'<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>' +
			`<a:graphic><a:graphicData uri="${DRAWING}/chart"><c:chart xmlns:c="${DRAWING}/chart" xmlns:r="${OFFICE}" r:id="rId${index + 1}"/></a:graphicData></a:graphic>` +
			'</xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>'
		);
	});
	return `<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main">${anchors.join('')}</xdr:wsDr>`;
}

function chartXml({ title, labels, sums, hasNegative }: TotalsChart): string {
	const place = (row: number, column: number) => `$${columnLetters(column)}$${row}`;
	const cells = ({ rows: [first, last], columns: [left, right] }: TotalsChart['sums']) =>
		`'${TOTALS_SHEET}'!${place(first, left)}:${place(last, right)}`;
	const axis = (id: number, crosses: number, position: string, more: string, least = '') =>
		`<c:axId val="${id}"/><c:scaling><c:orientation val="minMax"/>${least}</c:scaling><c:delete val="0"/><c:axPos val="${position}"/>${more}` +
		`<c:majorTickMark val="out"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/><c:crossAx val="${crosses}"/><c:crosses val="autoZero"/>`;
	return (
		`<c:chartSpace xmlns:c="${DRAWING}/chart" xmlns:a="${DRAWING}/main" xmlns:r="${OFFICE}"><c:roundedCorners val="0"/><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz="1200" b="1"/></a:pPr><a:r><a:rPr lang="en-US" sz="1200" b="1"/><a:t>${escapeXml(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>` +
		'<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/>' +
		`<c:ser><c:idx val="0"/><c:order val="0"/><c:spPr><a:solidFill><a:srgbClr val="3B6EA5"/></a:solidFill></c:spPr><c:invertIfNegative val="0"/><c:cat><c:strRef><c:f>${escapeXml(cells(labels))}</c:f></c:strRef></c:cat><c:val><c:numRef><c:f>${escapeXml(cells(sums))}</c:f></c:numRef></c:val></c:ser>` +
		'<c:gapWidth val="60"/><c:axId val="1"/><c:axId val="2"/></c:barChart>' +
		`<c:catAx>${axis(1, 2, 'b', '<c:numFmt formatCode="General" sourceLinked="0"/>')}</c:catAx>` +
		`<c:valAx>${axis(2, 1, 'l', '<c:majorGridlines/><c:numFmt formatCode="#,##0" sourceLinked="0"/>', hasNegative ? '' : '<c:min val="0"/>')}<c:crossBetween val="between"/></c:valAx>` +
		'</c:plotArea><c:plotVisOnly val="1"/></c:chart></c:chartSpace>'
	);
}
