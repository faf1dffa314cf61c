import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sourceHash } from '../../../host/packed';

const project = mkdtempSync(path.join(tmpdir(), 'packed-'));
const write = (file: string, text: string) => writeFileSync(path.join(project, file), text);

beforeAll(() => {
	for (const folder of ['nodes/deep', 'credentials']) {
		mkdirSync(path.join(project, folder), { recursive: true });
	}
	for (const file of ['package.json', 'package-lock.json', 'gulpfile.js', 'README.md', 'LICENSE']) {
		write(file, '');
	}
});
afterAll(() => rmSync(project, { recursive: true }));

test('The package is made again if something of it has changed, and only then', async () => {
	const seen = new Set([await sourceHash(project)]);
	const changed = ['nodes/deep/a.ts', 'credentials/b.svg', 'package-lock.json', 'README.md'];
	for (const [index, file] of changed.entries()) {
		write(file, 'x');
		seen.add(await sourceHash(project));
		expect(seen.size).toBe(index + 2);
	}
	write('unrelated.md', 'x');
	seen.add(await sourceHash(project));
	expect(seen.size).toBe(changed.length + 1);
});
