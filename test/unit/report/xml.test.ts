import type { IDataObject } from 'n8n-workflow';
import { problemOf, rowsOf, rowsWithNotices } from './read';

const xml = { mimeType: 'application/xml' };
const read = async (report: string, options: IDataObject = {}, chunk?: number) =>
	await rowsOf(report, options, { ...xml, chunk });

const requests = (...rows: string[]) =>
	`<Report Name="Sales"><Requests>${rows.join('\n')}</Requests></Report>`;

describe('The rows of an XML report', () => {
	test('are flat: attributes and nested groups become columns', async () => {
		const report = requests(
			'<Request RequestID="0001"><BillTo><City>Leeds</City><State/></BillTo><Amount Currency="GBP">2.50</Amount></Request>',
		);
		expect(await read(report)).toEqual([
			{
				RequestID: '0001',
				'BillTo.City': 'Leeds',
				'BillTo.State': '',
				'Amount.Currency': 'GBP',
				Amount: '2.50',
			},
		]);
	});

	test('have the same keys in the same order, also where elements come up late', async () => {
		const report = requests(
			'<Request><A>1</A></Request>',
			'<Request><B>2</B><A>3</A></Request>',
			'<Request C="4"/>',
		);
		const rows = await read(report);
		expect(rows.map((row) => JSON.stringify(row))).toEqual([
			'{"A":"1","B":"","C":""}',
			'{"A":"3","B":"2","C":""}',
			'{"A":"","B":"","C":"4"}',
		]);
	});

	test.each<[string, string, string]>([
		['the five entities', '&lt;&gt;&amp;&quot;&apos;', '<>&"\''],
		['numeric references', '&#39;&#x1F600;&#65;', "'😀A"],
		['references that are not to be read twice', '&amp;lt;', '&lt;'],
		['character data', 'a <![CDATA[<b> & ]]]]><![CDATA[>c]]> d', 'a <b> & ]]>c d'],
		['blank character data', '<![CDATA[ ]]>', ' '],
		['comments', 'a<!-- <b> -->c', 'ac'],
		['processing instructions', 'a<?php > ?>c', 'ac'],
		['blanks around text', '  a  ', '  a  '],
		['blanks only', ' \n ', ''],
		['spaces that do not break', '&#160;\u2003', '\u00a0\u2003'],
		['line ends', 'a\r\nb\rc', 'a\nb\nc'],
		['letters beyond ASCII', 'Zoë Ωμέγα 😀', 'Zoë Ωμέγα 😀'],
	])('keep %s exactly', async (_, content, text) => {
		const blank = '<Request><A>\n<!-- none --></A><B>x</B></Request>';
		const report = requests(`<Request><A>${content}</A><B>x</B></Request>`, blank);
		expect(await read(report)).toEqual([text, ''].map((A) => ({ A, B: 'x' })));
	});

	test('take attributes by the standard, in either quotes', async () => {
		const report = requests(
			`<Request a='x "y"' b = "&amp;&#10;z\n1>2\t3"/>`,
			'<Request a="" b=""/>',
		);
		expect(await read(report)).toEqual([
			{ a: 'x "y"', b: '&\nz 1>2 3' },
			{ a: '', b: '' },
		]);
	});

	test('do without namespaces, and keep a child that shares the name of an attribute', async () => {
		const report =
			'<r:Report xmlns:r="urn:r" xmlns="urn:d"><r:Rows><r:Row xmlns:x="urn:x" x:ID="1"><ID>2</ID></r:Row></r:Rows></r:Report>';
		expect(await read(report)).toEqual([{ ID: '1', ID_2: '2' }]);
	});

	test('pass over a document type that names an external definition', async () => {
		const report = `<?xml version="1.0"?><!DOCTYPE Report PUBLIC "-//x" 'https://nowhere.invalid/x.dtd'>${requests('<Request><A>1</A><B>2</B></Request>')}\n<!-- end -->\n`;
		expect(await read(report)).toEqual([{ A: '1', B: '2' }]);
	});

	test('are numbered where elements repeat, or become one row each', async () => {
		const item = (sku: string, ...taxes: string[]) =>
			`<LineItem><Sku>${sku}</Sku>${taxes.map((tax) => `<Tax>${tax}</Tax>`).join('')}</LineItem>`;
		const report = requests(
			`<Request ID="1"><LineItems>${item('a', '1', '2')}${item('b')}</LineItems><Reply>x</Reply><Reply>y</Reply></Request>`,
			`<Request ID="2"><LineItems>${item('c')}</LineItems><Reply>z</Reply></Request>`,
		);
		expect(await read(report)).toEqual([
			{
				ID: '1',
				'LineItems.LineItem.Sku': 'a',
				'LineItems.LineItem.Tax': '1',
				'LineItems.LineItem.Tax.2': '2',
				'LineItems.LineItem.2.Sku': 'b',
				Reply: 'x',
				'Reply.2': 'y',
			},
			{
				ID: '2',
				'LineItems.LineItem.Sku': 'c',
				'LineItems.LineItem.Tax': '',
				'LineItems.LineItem.Tax.2': '',
				'LineItems.LineItem.2.Sku': '',
				Reply: 'z',
				'Reply.2': '',
			},
		]);
	});

	test.each<[string, string, number]>([
		['right below the root', '<Report><Row A="1"/><Row A="2"/></Report>', 2],
		['in a wrapper', requests('<Request A="1"/>', '<Request A="2"/>'), 2],
		['alone in its wrapper', requests('<Request><BillTo><City>x</City></BillTo></Request>'), 1],
		[
			'several wrappers deep',
			'<Report><Batches><Batch ID="1"><Requests><Request><A>1</A></Request><Request><A>2</A></Request></Requests></Batch><Batch ID="2"><Requests><Request><A>3</A></Request></Requests></Batch></Batches></Report>',
			3,
		],
		[
			'beside facts about the report',
			'<Report><Period>March</Period><Rows><Row A="1"/><Row A="2"/></Rows></Report>',
			2,
		],
		[
			'one request in each batch',
			'<Report><Batch ID="1"><Request><A>1</A></Request></Batch><Batch ID="2"><Request><A>2</A></Request></Batch></Report>',
			2,
		],
		['nowhere', '<Report Name="x"><Requests></Requests></Report>', 0],
		['nowhere, beside facts', '<Report><Header><Name>x</Name></Header><Sales/></Report>', 0],
		['nowhere, in a bare root', '<Report Name="x"/>', 0],
	])('are found by themselves: %s', async (_, report, rows) => {
		const found = await rowsWithNotices(report, {}, xml);
		expect(found.rows).toHaveLength(rows);
		expect(found.notices.join()).not.toContain('× Report');
	});

	test('have nothing of an element that ended before them', async () => {
		const report =
			'<Report><Info Version="2"/><Row><A>1</A></Row><Info Version="3"/><Row><A>2</A></Row></Report>';
		expect(await rowsWithNotices(report, {}, xml)).toEqual({
			rows: [{ A: '1' }, { A: '2' }],
			notices: [expect.stringContaining('in no row: 2 × Info. To look at them')],
		});
	});

	describe('keep what stands beside the elements that repeat within them', () => {
		const items =
			'<LineItems><LineItem Number="0"><Sku>a</Sku></LineItem><LineItem Number="1"><Sku>b</Sku></LineItem></LineItems>';
		const replies =
			'<ApplicationReplies><ApplicationReply Name="auth"/><ApplicationReply Name="bill"/></ApplicationReplies>';
		const row = (content: string) => `<Request RequestID="1" Amount="3.00">${content}</Request>`;
		const ofItems = {
			'LineItems.LineItem.Number': '0',
			'LineItems.LineItem.Sku': 'a',
			'LineItems.LineItem.2.Number': '1',
			'LineItems.LineItem.2.Sku': 'b',
		};

		test.each<[string, string, IDataObject[]]>([
			[
				'one request with line items only',
				requests(row(items)),
				[{ RequestID: '1', Amount: '3.00', ...ofItems }],
			],
			[
				'replies of what is not called a request',
				`<Report><Entries>${row(replies).replaceAll('Request ', 'Entry ').replace('/Request', '/Entry')}</Entries></Report>`,
				[
					{
						RequestID: '1',
						Amount: '3.00',
						'ApplicationReplies.ApplicationReply.Name': 'auth',
						'ApplicationReplies.ApplicationReply.2.Name': 'bill',
					},
				],
			],
			[
				'line items of what is not called a request',
				`<Report><Entries><Entry ID="1">${items}</Entry></Entries></Report>`,
				[{ ID: '1', ...ofItems }],
			],
			[
				'one request with one group, without a wrapper',
				'<Report><Request RequestID="1"><BillTo><City>A</City></BillTo></Request></Report>',
				[{ RequestID: '1', 'BillTo.City': 'A' }],
			],
			[
				'one request with a list, without a wrapper',
				'<Report><Request ID="1"><Items><Item a="1"/><Item a="2"/></Items></Request></Report>',
				[{ ID: '1', 'Items.Item.a': '1', 'Items.Item.2.a': '2' }],
			],
			[
				'a fact and a list',
				'<Report><Sale ID="1"><Note>n</Note><Items><Item a="1"/><Item a="2"/></Items></Sale></Report>',
				[{ ID: '1', Note: 'n', 'Items.Item.a': '1', 'Items.Item.2.a': '2' }],
			],
			['plain text', '<R><Rows><Row>a</Row><Row>b</Row></Rows></R>', [{ Row: 'a' }, { Row: 'b' }]],
			[
				'one group of one text, without attributes',
				'<Report><Sale><BillTo><City>A</City></BillTo></Sale></Report>',
				[{ 'BillTo.City': 'A' }],
			],
		])('%s', async (_, report, rows) => {
			expect(await read(report)).toEqual(rows);
		});
	});

	test('are none where the groups of a report are empty', async () => {
		const batch = (content: string) =>
			`<Report><Batches><Batch BatchID="1">${content}</Batch></Batches></Report>`;
		expect(await read(batch('<Requests/>'))).toEqual([]);
		expect(await read('<Report><Requests Count="0"/></Report>')).toEqual([]);
		expect(await read(batch('<Requests><Request ID="1"><Notes/></Request></Requests>'))).toEqual([
			{ 'Batch.BatchID': '1', ID: '1', Notes: '' },
		]);
	});

	test('are found where a group before them is empty', async () => {
		const empty = '<Batch BatchID="1"><Requests/></Batch>'.repeat(10_000);
		const report = `<Report><Batches>${empty}<Batch BatchID="2"><Requests><Request ID="1"/></Requests></Batch></Batches></Report>`;
		expect(await read(report, {}, 65_536)).toEqual([{ 'Batch.BatchID': '2', ID: '1' }]);
		// A line feed is the last byte that the reader's first memory holds.
		const blanks = `${'<R><Request ID="1"/>'.padEnd(262_143)}\n<Request ID="2"/></R>`;
		expect(await read(blanks, {}, 65_536)).toEqual([{ ID: '1' }, { ID: '2' }]);
	});

	test('carry the attributes of the wrappers around them', async () => {
		const report =
			'<Report Name="N"><Batches Day="9"><Batch BatchID="7"><Requests><Request><A>1</A></Request><Request><A>2</A></Request></Requests></Batch><Batch BatchID="8"><Requests><Request><A>3</A></Request></Requests></Batch></Batches></Report>';
		const rows = [
			{ 'Batches.Day': '9', 'Batch.BatchID': '7', A: '1' },
			{ 'Batches.Day': '9', 'Batch.BatchID': '7', A: '2' },
			{ 'Batches.Day': '9', 'Batch.BatchID': '8', A: '3' },
		];
		expect(await rowsWithNotices(report, {}, xml)).toEqual({ rows, notices: [] });
	});

	test('have the chosen columns in the chosen order, also where a report lacks one', async () => {
		const report = requests('<Request><A>1</A><B>2</B></Request>', '<Request><A>3</A></Request>');
		expect(await read(report, { columns: 'C, b, A' })).toEqual([
			{ C: '', b: '2', A: '1' },
			{ C: '', b: '', A: '3' },
		]);
		expect(await read('<R><Requests/></R>', { columns: 'X, Y' })).toEqual([]);
		expect(await problemOf(read(report, { columns: 'X, Y' }))).toBe(
			'Columns to Keep: the report has no column "X", "Y". Its columns are: A, B',
		);
	});
});

describe('An XML report is refused', () => {
	const row = (content: string) => requests(`<Request>${content}</Request>`);
	const AS_FILE = 'Choose File as Output to look at the report.';
	const FOR_SAFETY =
		'refused for safety. Ask the service for a report without a document type, or take it as a file.';
	const AGAIN = 'Download the report again. If it happens each time, ask the service. (may pass)';

	test.each<[string, string, string]>([
		['entities of its own', '<!DOCTYPE R [<!ENTITY x "y">]><R/>', FOR_SAFETY],
		['an internal subset', '<!DOCTYPE R SYSTEM "a" [ ]><R/>', FOR_SAFETY],
		['elements too deep', row('<A>'.repeat(200)), `more than 100 deep. ${AS_FILE}`],
		['far too deep', row('<A>'.repeat(20_000)), `more than 100 deep. ${AS_FILE}`],
		['a name too long', row(`<${'A'.repeat(2000)}/>`), `longer than 1000 bytes. ${AS_FILE}`],
		[
			'too many attributes',
			row(`<A ${Array.from({ length: 1001 }, (_, n) => `a${n}=""`).join(' ')}/>`),
			`over 1000 attributes. ${AS_FILE}`,
		],
		[
			'too many columns',
			row(Array.from({ length: 5000 }, () => '<A>1</A>').join('')),
			'more than 4,096 columns. Choose File as Output.',
		],
		['no XML', 'id,name', `it has no element. ${AGAIN}`],
		['an open element', '<R><A>1</A>', `<R> is not closed. ${AGAIN}`],
		['half a tag', '<R/><A', `a tag does not end. ${AGAIN}`],
	])('with %s', async (_, report, problem) => {
		expect(await problemOf(read(report))).toContain(problem);
	});

	test.each([
		...['Error', 'errors', 'Fault', 'Exception', 'soap:Envelope', 'ApiError', 'ErrorResponse'],
		...['ErrorMessage', 'errorInformation', '!DOCTYPE html', 'html', 'HEAD', 'body'],
	])('that is no report, as its first element tells: %s', async (root) => {
		expect(await problemOf(read(`<?xml version="1.0"?><!-- x -->\n<${root}>`))).toMatch(
			/did not send a report\. It sent: .* \(may pass\)$/,
		);
	});

	test.each<[string, string, string]>([
		['an unknown entity', row('<A>&nbsp;</A>'), '"&nbsp;" is not a known entity'],
		['an ampersand alone', row('<A>a & b</A>'), 'has no semicolon'],
		['one between rows', requests('<Request><A>1</A></Request>', '&'), 'has no semicolon'],
		['a reference to no character', row('<A>&#0;</A>'), 'is not a character'],
		['a surrogate', row('<A>&#xD800;</A>'), 'is not a character'],
		['tags that cross', row('<A><B></A></B>'), '</A> closes <B>'],
		['a tag that closes nothing', '<R></R></R>', '</R> closes nothing'],
		['two roots', '<R/><R/>', 'there is more than one root element'],
		['text outside the root', '<R/>x', 'text stands outside of the root element'],
		['attributes without quotes', row('<A x=1/>'), 'the value of an attribute is not in quotes'],
		['attributes without a value', row('<A x/>'), 'an attribute has no value'],
		['a name that is none', row('<1A/>'), '"1A" is not a name'],
		['a sign in a name', row("<A'B/>"), '"\'" is not allowed in a name'],
		['a slash in a tag', row('<A / b="1"/>'), '"/" stands within a tag'],
		['more in a closing tag', row('<A>x</A b>'), 'a closing tag has more than its name'],
		['a declaration', row('<!ELEMENT A>'), '"<!" begins neither a comment nor character data'],
		['NUL in an opening tag', row('<A\0>x</A>'), 'the character 0 is not allowed in XML'],
		['NUL in a closing tag', row('<A>x</A\0>'), 'the character 0 is not allowed in XML'],
		['a blank before a name', row('< A/>'), 'a name is missing after "<" or a space'],
	])('that is not well-formed, with %s', async (_, report, words) => {
		const advice = 'The report is not well-formed XML. Choose File as Output to look at it.';
		expect(await problemOf(read(report))).toContain(`${words}. ${advice}`);
	});
});
