import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root, run } from './install.mjs';

/** Builds the package and packs it as npm would publish it; gives the path of the tarball. */
export function pack(folder = mkdtempSync(join(tmpdir(), 'merchant-services-pack-'))) {
	run(process.execPath, ['node_modules/gulp/bin/gulp.js', '--silent', 'build']);
	run('npm', ['pack', '--silent', '--pack-destination', folder], {
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	return join(
		folder,
		readdirSync(folder).find((file) => file.endsWith('.tgz')),
	);
}

/** Unpacks a tarball into an empty folder and gives the folder of the package in it. */
export function unpack(tarball, folder) {
	const { status } = spawnSync('tar', ['-xzf', tarball, '-C', folder], {
		cwd: root,
		stdio: 'inherit',
	});
	if (status !== 0) throw new Error(`${tarball} could not be unpacked`);
	return join(folder, 'package');
}
