import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

import { readNames } from '../../nodes/shared/names';
import { parseEnteredJson, parseExactJson } from '../../nodes/shared/exactJson';
import { parseDecimal, toDecimal, trim } from '../../nodes/shared/money';
import { safeName } from '../../nodes/shared/report/columnNames';
import { isWrittenAsAmount } from '../../nodes/shared/report/convert';
import { fits } from '../../nodes/shared/wildcard';
import { isLong } from '../support/long';
import { processorTime } from '../support/processorTime';

const ROOT = join(__dirname, '..', '..');
/** What is exponential shows in a short input, what is a square in a longer one: 25 ms and more. */
const SHORT = 30;
const MIDDLE = 5_000;
/** What is linear takes a fraction of a millisecond; what takes longer is tried with a long input. */
const SUSPECT = 2;
const LONG = 40_000;
const BOUND = 300;

interface Shipped {
	where: string;
	source: string;
	flags: string;
}

function sourceFiles(folder: string): string[] {
	return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(ROOT, folder, name));
}

function shippedIn(file: string): { literals: Shipped[]; made: string[] } {
	const source = ts.createSourceFile(
		file,
		readFileSync(file, 'utf8'),
		ts.ScriptTarget.Latest,
		true,
	);
	const literals: Shipped[] = [];
	const made: string[] = [];
	const walk = (node: ts.Node): void => {
		const { line } = source.getLineAndCharacterOfPosition(node.getStart());
		const where = `${relative(ROOT, file)}:${line + 1}`;
		if (ts.isRegularExpressionLiteral(node)) {
			const end = node.text.lastIndexOf('/');
			literals.push({ where, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
		}
		if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') made.push(where);
		node.forEachChild(walk);
	};
	walk(source);
	return { literals, made };
}

const FILES = [...sourceFiles('nodes'), ...sourceFiles('credentials')].map(shippedIn);
const SHIPPED = FILES.flatMap(({ literals }) => literals);

/** What to repeat: characters of each kind, and the words and signs of the expression itself. */
function pumpsFor({ source }: Shipped): string[] {
	const words = source.match(/[A-Za-z]{2,}/g) ?? [];
	const signs = source.replace(/[\\\w]/g, '').split('');
	const kinds = [
		' ',
		'\n',
		'0',
		'1',
		'a',
		'A',
		'_',
		'.',
		'-',
		'"',
		'&',
		'<',
		',',
		'é',
		'""',
		' ,',
		'.1',
		'%41',
	];
	const pairs = words.flatMap((word) => [`${word} `, `${word}_`]);
	return [...new Set([...kinds, ...signs, ...words, ...pairs])].filter((pump) => pump !== '');
}

/** Beginnings that lead into the expression: what it says literally at its start. */
function leadsFor({ source }: Shipped): string[] {
	const literal = /^\^?((?:\\[^\w]|[\w<:"=/&-])+)/.exec(source)?.[1].replaceAll('\\', '') ?? '';
	const words = source.match(/[A-Za-z]{2,}/g) ?? [];
	const others = [...words.slice(0, 6), '"', '//', '='];
	return [...new Set(['', literal, ...(isLong ? others : [])])];
}

function slowest(shipped: Shipped): { milliseconds: number; input: string } {
	const expression = new RegExp(shipped.source, shipped.flags);
	let worst = { milliseconds: 0, input: '' };
	const time = (lead: string, pump: string, length: number): number => {
		const text = `${lead}${pump.repeat(Math.ceil(length / pump.length))}\u0000`;
		const begun = process.cpuUsage();
		expression.lastIndex = 0;
		if (expression.global) text.replace(expression, '');
		else expression.test(text);
		const { user, system } = process.cpuUsage(begun);
		const milliseconds = (user + system) / 1000;
		if (milliseconds > worst.milliseconds) {
			worst = { milliseconds, input: `${lead}(${JSON.stringify(pump)})*${length}` };
		}
		return milliseconds;
	};
	for (const pump of pumpsFor(shipped)) {
		for (const lead of leadsFor(shipped)) {
			if (time(lead, pump, SHORT) > BOUND) return worst;
			if (time(lead, pump, MIDDLE) > SUSPECT) time(lead, pump, LONG);
			if (worst.milliseconds > BOUND) return worst;
		}
	}
	return worst;
}

describe('No regular expression that is shipped takes more than linear time', () => {
	it('the search for them finds them', () => {
		expect(SHIPPED.length).toBeGreaterThan(40);
	});

	it.each(SHIPPED.map((shipped) => [shipped.where, shipped] as const))('%s', (_where, shipped) => {
		const { milliseconds, input } = slowest(shipped);
		expect({ input, fast: milliseconds < BOUND }).toEqual({ input, fast: true });
	});

	it('none is put together from text, but the one that hides the token and the one of a path', () => {
		expect(FILES.flatMap(({ made }) => made)).toEqual([
			expect.stringMatching(/^nodes\/MerchantInvoicing\/invoice\/invoiceNumber\.ts:\d+$/),
			expect.stringMatching(/^nodes\/shared\/transport\/secrets\.ts:\d+$/),
		]);
	});
});

describe('A small input takes no long time', () => {
	const N = 100_000;
	it.each<[string, () => unknown]>([
		[
			'an amount of 100,000 zeros',
			() => trim(parseDecimal(`1.${'0'.repeat(N)}`) ?? { units: 0n, scale: 0 }),
		],
		['an amount of 100,000 digits', () => toDecimal('9'.repeat(N))],
		[
			'200 KB of JSON that is not closed',
			() => tryTo(() => parseExactJson(`{"a":1.5,"${'\\"'.repeat(N)}`)),
		],
		['200 KB of quotes', () => tryTo(() => parseEnteredJson(`1.5${'"'.repeat(2 * N)}`))],
		['the name pattern of many stars', () => fits('*-*-*-*-*-*x', '-'.repeat(N))],
		['a pattern that is all stars', () => fits('*a'.repeat(N / 10), 'a'.repeat(N))],
		['a list of empty lines', () => readNames('\n'.repeat(N))],
		['a list of quotes', () => readNames('"'.repeat(N))],
		['a list of quoted names that are not closed', () => readNames('"a,'.repeat(N))],
		['a column name of underscores', () => safeName(`${'_'.repeat(N)}a${'_'.repeat(N)}b`)],
		['a cell of blanks', () => isWrittenAsAmount(`${' '.repeat(N)}x`)],
	])('%s', async (_what, work) => {
		expect(await processorTime(work)).toBeLessThan(3000);
	});

	it.each<[string, string, boolean]>([
		['*', '', true],
		['daily*', 'Daily Report', true],
		['*report', 'Daily Report', true],
		['d*y*t', 'Daily Report', true],
		['daily', 'Daily Report', false],
		['a*a', 'a', false],
		['*b*', 'aaa', false],
		['a.c', 'abc', false],
	])('the pattern %s fits %s: %s', (pattern, text, expected) => {
		expect(fits(pattern, text)).toBe(expected);
	});
});

function tryTo(work: () => unknown): unknown {
	try {
		return work();
	} catch (error) {
		return error;
	}
}
