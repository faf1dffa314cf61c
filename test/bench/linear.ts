import { madeExpressions } from './madeExpressions';
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { parseEnteredJson, parseJsonKeepingDigits } from '../../nodes/shared/exactJson';
import { parseDecimal, parseTextOrNumber, trimZeros } from '../../nodes/shared/money';
import { matchesPattern, parseNames } from '../../nodes/shared/text';
import { Secrets } from '../../nodes/shared/transport/secrets';
import { below, type Line, writePart } from './part';

/** In characters. What is exponential shows in a short input, what is a square in a longer one. */
const SHORT = 30;
const LONG = 40_000;
/** In milliseconds: what is linear takes far less, what is not takes far longer. */
const BOUND = 500;

const PUMPS = [' ', '\n', '0', '1', 'a', 'A', '_', '.', '-', '"', '&', '<', ',', 'é'].concat(
	['""', ' ,', '.1', '%41'],
	['\\', '%25', '\\u00', '&amp;', '&#0', 'kKts', 'eyJpYXQiO'],
);

/** Expressions made from text that is read later are not tried here: each file that makes one escapes the text. */
const KNOWN_TO_MAKE = ['nodes/shared/transport/secrets.ts'];
const made = new Set<string>();

interface Work {
	what: string;
	pumps: string[];
	of: (text: string) => unknown;
}

/** An expression with its own words and signs to repeat. */
function matching(file: string, expression: RegExp): Work {
	const text = expression.source;
	const lead = /^\^?((?:\\[^\w]|[\w<:"=/&-])+)/.exec(text)?.[1].replaceAll('\\', '') ?? '';
	const words = text.match(/[A-Za-z]{2,}/g) ?? [];
	return {
		what: `${file}: ${expression}`,
		pumps: [...PUMPS, ...text.replace(/[\\\w]/g, ''), ...words],
		of: (given) => [given.replace(expression, ''), `${lead}${given}`.replace(expression, '')],
	};
}

function expressionsIn(file: string): Work[] {
	const source = ts.createSourceFile(
		file,
		readFileSync(file, 'utf8'),
		ts.ScriptTarget.Latest,
		true,
	);
	const found: Work[] = [];
	const walk = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) {
			const [, text, flags] = /^\/(.*)\/(\w*)$/s.exec(node.text)!;
			found.push(matching(file, new RegExp(text, flags)));
		}
		if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') made.add(file);
		node.forEachChild(walk);
	};
	walk(source);
	return found;
}

function tryTo(work: () => unknown): unknown {
	try {
		return work();
	} catch (error) {
		return error;
	}
}

const secrets = new Secrets([
	'kKtsNjzkPl0NmrRH/hMEWrTTRL+FfS4=',
	'\\'.repeat(20),
	'%25'.repeat(10),
]);
const READERS: Work[] = Object.entries<Work['of']>({
	'an amount': (text) => trimZeros(parseDecimal(`1.${text}`) ?? { units: 0n, scale: 0 }),
	'an amount of many digits': parseTextOrNumber,
	'JSON that is not closed': (text) => tryTo(() => parseJsonKeepingDigits(`{"a":1.5,"${text}`)),
	'entered JSON': (text) => tryTo(() => parseEnteredJson(`1.5${text}`)),
	'a name pattern of some stars': (text) => matchesPattern('*-*-*-*-*-*x', text),
	'a name pattern of many stars': (text) => matchesPattern('*a'.repeat(LONG / 10), text),
	'a list of names': parseNames,
	'a text without secrets': secrets.hide,
}).map(([what, of]) => ({ what, pumps: PUMPS, of }));

/** No short text from outside keeps n8n busy: what reads it takes no more time than the text is long. */
async function main(): Promise<void> {
	const files = ['nodes', 'credentials'].flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.map((name) => `${folder}/${name}`),
	);
	const written = files.flatMap(expressionsIn);
	for (const file of made) await import(`../../${file}`);
	const works = [
		...written,
		...madeExpressions.map(({ file, expression }) => matching(file, expression)),
		...READERS,
	];
	const madeLater = [...made].filter((file) => !madeExpressions.some((one) => one.file === file));
	const lines: Line[] = [];
	let worst = 0;
	for (const { what, pumps, of } of works) {
		for (const pump of new Set(pumps)) {
			for (const length of [SHORT, LONG]) {
				const text = `${pump.repeat(Math.ceil(length / pump.length))}\u0000`;
				const time = await processorTime(() => of(text));
				worst = Math.max(worst, time);
				if (time < BOUND) continue;
				lines.push(below(`${what}, ${JSON.stringify(pump)} repeated`, time, BOUND, 'ms'));
				break;
			}
		}
	}
	lines.push(below(`${works.length} readers of text, ${LONG} characters`, worst, BOUND, 'ms'));
	lines.push({
		what: 'Files that make expressions from text that is read later',
		wanted: KNOWN_TO_MAKE.join(', '),
		reached: madeLater.join(', '),
		isMet: madeLater.join() === KNOWN_TO_MAKE.join(),
	});
	writePart('linear', { lines, details: '', measured: { worst } });
}

void main();

/** Milliseconds of processor time that the work takes. A busy machine stretches the clock, not this. */
export async function processorTime(work: () => unknown): Promise<number> {
	const begun = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(begun);
	return (user + system) / 1000;
}
