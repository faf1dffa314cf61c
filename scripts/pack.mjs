import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { root, run } from './install.mjs';
import npm from './npm.js';

/** Builds the package and packs it into the folder as npm would publish it; gives the path of the tarball. */
export function pack(folder) {
	run(process.execPath, ['node_modules/gulp/bin/gulp.js', '--silent', 'build']);
	const { command, args } = npm.npmCommand(['pack', '--silent', '--pack-destination', folder]);
	run(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
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
