import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { rowsOf, XML_LEAD } from './read';
import { cases } from '../../support/long';

interface Element {
	name: string;
	attributes: Record<string, string>;
	content: string | Element[];
}

const letters = fc.string({
	unit: fc.constantFrom('a', '<', '&', '"', "'", ' ', 'é', '😀', '0', ']', '>'),
});
/** Blanks only count as empty, and FXP leaves a lone carriage return alone: neither is compared here. */
const text = fc.oneof(letters, fc.constantFrom('02418', '1E5', '6160000000000000000001', ''));
const attributes = fc.dictionary(fc.constantFrom('p', 'q', 'r'), text, { maxKeys: 3 });

const { element } = fc.letrec<{ element: Element; children: Element[] }>((tie) => ({
	children: fc.array(tie('element'), { minLength: 1, maxLength: 4 }),
	element: fc.record({
		name: fc.constantFrom('A', 'B', 'C', 'D'),
		attributes,
		content: fc.oneof({ maxDepth: 3, withCrossShrink: true }, text, tie('children')),
	}),
}));

const rows = fc.array(fc.record({ attributes, children: fc.array(element, { maxLength: 4 }) }), {
	minLength: 1,
	maxLength: 5,
});

const escaped = (value: string) =>
	value
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&#39;')
		.replaceAll('é', '&#xE9;');

type How = 'escaped' | 'characterData';

function write({ name, attributes: own, content }: Element, how: How): string {
	const tag = Object.entries(own).reduce(
		(head, [key, value]) => `${head} ${key}="${escaped(value)}"`,
		name,
	);
	if (typeof content !== 'string') {
		return `<${tag}>\n <!-- > -->${content.map((child) => write(child, how)).join('\n')}\n</${name}>`;
	}
	if (content === '') return `<${tag}/>`;
	const asData = how === 'characterData' && !content.includes(']]>');
	return `<${tag}>${asData ? `<![CDATA[${content}]]>` : escaped(content)}</${name}>`;
}

type Parsed = string | { [key: string]: Parsed | Parsed[] };

/** What FXP parsed, with the columns named as the rows of a report have them. */
function flat(value: Parsed, path: string, into: Record<string, string>) {
	if (typeof value === 'string') {
		into[path] = value.trim() === '' ? '' : value;
		return into;
	}
	const isGroup = Object.keys(value).some((key) => !key.startsWith('@') && key !== '#text');
	for (const [key, inner] of Object.entries(value)) {
		const at = (name: string) => (path === '' ? name : `${path}.${name}`);
		if (typeof inner === 'string' && key === '#text') {
			if (!isGroup && inner.trim() !== '') into[path] = inner;
		} else if (typeof inner === 'string' && key.startsWith('@')) {
			into[at(key.slice(1))] = inner;
		} else {
			[inner].flat().forEach((one, index) => {
				flat(one, at(index === 0 ? key : `${key}.${index + 1}`), into);
			});
		}
	}
	return into;
}

const parser = new XMLParser({
	ignoreAttributes: false,
	attributeNamePrefix: '@',
	parseTagValue: false,
	parseAttributeValue: false,
	trimValues: false,
	htmlEntities: true,
	isArray: (name) => name === 'Request',
});

test('Random documents come out as fast-xml-parser reads them, whatever the pieces they arrive in', async () => {
	const how = fc.constantFrom<How>('escaped', 'characterData');
	await fc.assert(
		fc.asyncProperty(rows, how, fc.integer({ min: 1, max: 60 }), async (list, style, chunk) => {
			const elements = list.map(({ attributes: own, children }) =>
				write({ name: 'Request', attributes: { ...own, id: '1' }, content: children }, style),
			);
			const lead = `<?xml version="1.0"?>\n<Report><Requests><Request/>${XML_LEAD}`;
			const report = `${elements.join('\n')}</Requests></Report>`;
			expect(XMLValidator.validate(lead + report)).toBe(true);
			const { Report } = parser.parse(lead + report) as {
				Report: { Requests: { Request: Parsed[] } };
			};
			const expected = Report.Requests.Request.map((row) => flat(row, '', {}));
			expect(expected.shift()).toEqual({ '': '' });

			const [, ...read] = await rowsOf(report, {}, { lead, chunk, mimeType: 'application/xml' });
			const blank = ([, value]: [string, string]) => value.trim() !== '';
			// Columns that are empty are there in every row of a report, and left out by FXP.
			const notBlank = (row: object) =>
				Object.fromEntries(Object.entries(row as Record<string, string>).filter(blank));
			expect(read.map(notBlank)).toEqual(expected.map(notBlank));
			const keys = read.map((row) => Object.keys(row).join());
			expect(new Set(keys).size).toBe(1);
		}),
		{ numRuns: cases(50) },
	);
});
