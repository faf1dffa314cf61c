import { bundledIn, judge, notLocked } from '../../../scripts/advisories';

const DASHES = '-'.repeat(72);
const LICENCES = `fast-xml-parser 5.12.0\n\nMIT License\n\n${DASHES}\n\nstrnum 3.0.0\n\nMIT\n\n${DASHES}\n\n@scope/part 1.2.3\n\nISC\n`;
const INSTALLED = {
	'node_modules/fast-xml-parser': { version: '5.12.0' },
	'node_modules/strnum': { version: '3.0.0' },
	'node_modules/tool/node_modules/strnum': { version: '1.0.0' },
	'node_modules/gulp': { version: '5.0.1' },
	'node_modules/@scope/part': { version: '1.2.3' },
};

const advisory = (name: string) => ({
	source: 1091,
	name,
	dependency: name,
	title: `Prototype pollution in ${name}`,
	url: 'https://advisories.example/GHSA-1',
	severity: 'high',
	cwe: ['CWE-1321'],
	cvss: { score: 7.5, vectorString: null },
	range: '<3.0.1',
});

/** As npm 10 and 11 answer "npm audit --json". */
const answer = (vulnerabilities: Record<string, object>) => ({
	auditReportVersion: 2,
	vulnerabilities,
	metadata: { vulnerabilities: { high: Object.keys(vulnerabilities).length } },
});

const judged = (vulnerabilities: Record<string, object>) =>
	judge(bundledIn(LICENCES), answer(vulnerabilities), INSTALLED);

describe('The lock file', () => {
	const part = { version: '1.0.0', integrity: 'sha512-a' };
	const locked = { '': {}, 'node_modules/part': part, 'node_modules/other': part };

	it('names what is installed', () => {
		expect(notLocked({ 'node_modules/part': part }, locked)).toEqual([]);
	});

	it.each<[string, Record<string, object>]>([
		['another version', { 'node_modules/part': { ...part, version: '1.0.1' } }],
		['other content', { 'node_modules/part': { ...part, integrity: 'sha512-b' } }],
		['another package', { 'node_modules/new': part }],
		['something that nobody checked', { 'node_modules/part': { version: '1.0.0' } }],
	])('does not name %s', (_what, installed) => {
		expect(notLocked(installed, locked)).toHaveLength(1);
	});
});

describe('The audit', () => {
	it('knows the bundled libraries from the list of the build', () => {
		expect(bundledIn(LICENCES)).toEqual([
			{ name: 'fast-xml-parser', version: '5.12.0' },
			{ name: 'strnum', version: '3.0.0' },
			{ name: '@scope/part', version: '1.2.3' },
		]);
	});

	it('finds nothing where no bundled library is affected', () => {
		const gulp = { severity: 'critical', via: [advisory('gulp')], nodes: ['node_modules/gulp'] };
		expect(judged({})).toEqual({ affected: [] });
		expect(judged({ gulp })).toEqual({ affected: [] });
	});

	it('names each advisory of a bundled library', () => {
		const nodes = ['node_modules/tool/node_modules/strnum', 'node_modules/strnum'];
		expect(judged({ strnum: { via: [advisory('strnum'), advisory('strnum')], nodes } })).toEqual({
			affected: Array(2).fill(
				'strnum 3.0.0: high, Prototype pollution in strnum (https://advisories.example/GHSA-1)',
			),
		});
	});

	it('does not count another version of it, which a tool has for itself', () => {
		const nodes = ['node_modules/tool/node_modules/strnum'];
		expect(judged({ strnum: { via: [advisory('strnum')], nodes } })).toEqual({ affected: [] });
	});

	it('names the library with the hole, and not also the one that uses it', () => {
		const { affected } = judged({
			strnum: { via: [advisory('strnum')], nodes: ['node_modules/strnum'] },
			'fast-xml-parser': { via: ['strnum'], nodes: ['node_modules/fast-xml-parser'] },
		}) as { affected: string[] };
		expect(affected.map((line) => line.split(':')[0])).toEqual(['strnum 3.0.0']);
	});

	it.each([
		[{ message: '405 Method Not Allowed', statusCode: 405, error: { summary: '' } }, '405'],
		[{ error: { code: 'ENOTFOUND', summary: 'getaddrinfo ENOTFOUND' } }, 'getaddrinfo ENOTFOUND'],
		[{}, 'npm gave no reason'],
	])('says that nothing was checked where the registry answers %j', (failed, reason) => {
		expect(judge(bundledIn(LICENCES), failed, INSTALLED)).toEqual({
			unchecked: expect.stringContaining(reason),
		});
	});
});
