import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
	installedFolder,
	installOnce,
	refuseIncomplete,
	type Recipe,
} from '../../../host/cachedInstall';
import { Progress } from '../../../host/progress';
import { withAddresses } from '../../../scripts/lockAddresses.js';

let folder: string;
let cache: string;
let recipe: Recipe;
const said: string[] = [];
const progress = new Progress({
	write: (line: string) => said.push(line),
} as unknown as NodeJS.WriteStream);

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'cached-install-'));
	cache = path.join(folder, 'cache');
	process.env.MERCHANT_HOST_CACHE = cache;
	writeFileSync(path.join(folder, 'package.json'), '{"name":"nothing","private":true}');
	writeFileSync(
		path.join(folder, 'package-lock.json'),
		'{"name":"nothing","lockfileVersion":3,"packages":{"":{"name":"nothing"}}}',
	);
	writeFileSync(path.join(folder, '.npmrc'), '');
	recipe = { name: 'nothing', folder, bytes: 1, title: 'Installing nothing' };
	said.length = 0;
});
afterEach(() => {
	delete process.env.MERCHANT_HOST_CACHE;
	rmSync(folder, { recursive: true, force: true });
});

const deadProcess = () => spawnSync(process.execPath, ['-e', '']).pid;

describe('what is installed into the cache', () => {
	it('is there once, and used again', async () => {
		const installed = await installOnce(recipe, progress);
		expect(installed).toBe(installedFolder(recipe));
		expect(readdirSync(cache)).toEqual([path.basename(installed)]);
		said.length = 0;
		expect(await installOnce(recipe, progress)).toBe(installed);
		expect(said).toEqual([]);
	});

	it('is another when its lock file changes', async () => {
		const before = await installOnce(recipe, progress);
		writeFileSync(path.join(folder, '.npmrc'), 'audit=false');
		expect(await installOnce(recipe, progress)).not.toBe(before);
	});

	it('is never the half of it: what an interrupted start left is removed', async () => {
		const half = `${installedFolder(recipe)}.building-${deadProcess()}`;
		mkdirSync(path.join(half, 'node_modules'), { recursive: true });
		const installed = await installOnce(recipe, progress);
		expect(readdirSync(cache)).toEqual([path.basename(installed)]);
	});

	it('leaves alone what another start is at work on', async () => {
		const other = `${installedFolder(recipe)}.building-${process.ppid}`;
		mkdirSync(other, { recursive: true });
		await installOnce(recipe, progress);
		expect(existsSync(other)).toBe(true);
	});

	it('leaves nothing behind when it fails, and is whole the next time', async () => {
		const failing = { ...recipe, finish: () => Promise.reject(new Error('no compiler')) };
		await expect(installOnce(failing, progress)).rejects.toThrow('no compiler');
		expect(readdirSync(cache)).toEqual([]);
		expect(existsSync(await installOnce(recipe, progress))).toBe(true);
	});

	it('is refused before it begins where the disk has no room for it', async () => {
		await expect(installOnce({ ...recipe, bytes: 1e18 }, progress)).rejects.toThrow(
			/needs about 1000000000\.0 GB in .*, and only .* GB are free there/,
		);
		expect(said).toEqual([]);
		expect(readdirSync(cache)).toEqual([]);
	});
});

describe('an install', () => {
	const lockFile = (packages: object) =>
		writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages }));

	it('that lacks a package of the lock file is refused with its name', () => {
		lockFile({ '': {}, 'node_modules/@a/missing': { peer: true } });
		expect(() => refuseIncomplete(folder)).toThrow(
			'npm left out packages of the lock file (1): @a/missing',
		);
	});

	it('may lack what is for other platforms', () => {
		lockFile({ '': {}, 'node_modules/for-another-platform': { optional: true } });
		expect(() => refuseIncomplete(folder)).not.toThrow();
	});
});

test('A lock file gets the address of each package, scoped and renamed ones too', () => {
	const integrity = 'sha512-x';
	const packages = {
		'': { name: 'n8n' },
		'node_modules/a': { version: '1.0.0', integrity },
		'node_modules/a/node_modules/@b/c': { version: '2.0.0', integrity },
		'node_modules/d': { name: '@b/d', version: '3.0.0', integrity },
	};
	for (const registry of [
		'https://packages.example.com/npm',
		'https://packages.example.com/npm/',
	]) {
		const addressed = withAddresses({ packages }, registry).packages;
		expect(Object.values(addressed).map(({ resolved }) => resolved)).toEqual([
			undefined,
			'https://packages.example.com/npm/a/-/a-1.0.0.tgz',
			'https://packages.example.com/npm/@b/c/-/c-2.0.0.tgz',
			'https://packages.example.com/npm/@b/d/-/d-3.0.0.tgz',
		]);
	}
});
