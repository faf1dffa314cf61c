import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installWhenNeeded, root } from './install.mjs';
import { pack, unpack } from './pack.mjs';

await installWhenNeeded();
const { analyzePackage, SOURCE_FILE_PATTERNS } =
	await import('@n8n/scan-community-package/scanner/scanner.mjs');

const folder = mkdtempSync(join(tmpdir(), 'merchant-services-scan-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const scans = [
	['the sources', root, SOURCE_FILE_PATTERNS],
	['the packed package', unpack(pack(folder), folder), undefined],
];

let failed = false;
for (const [what, directory, patterns] of scans) {
	const { passed, message, details } = await analyzePackage(directory, patterns);
	console.log(
		passed
			? `n8n's community scan passes ${what}.`
			: `n8n's community scan refuses ${what}: ${message}\n${details ?? ''}`,
	);
	failed ||= !passed;
}
process.exit(failed ? 1 : 0);
