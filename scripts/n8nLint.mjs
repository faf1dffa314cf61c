// node scripts/n8nLint.mjs: "n8n-node lint" in strict mode, as n8n's reviewers run it.
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { installWhenNeeded, root, run } from './install.mjs';

await installWhenNeeded();
const { prepareNodeCli, Progress } = await import('./host.mjs');
const installed = join(await prepareNodeCli(new Progress()), 'node_modules/@n8n/node-cli');

// eslint.config.mjs imports it by its name. As a devDependency it would bring 680 MB to every clone.
const link = join(root, 'node_modules/@n8n/node-cli');
rmSync(link, { recursive: true, force: true });
mkdirSync(join(root, 'node_modules/@n8n'), { recursive: true });
symlinkSync(installed, link, 'junction');

run(process.execPath, [join(installed, 'bin/n8n-node.mjs'), 'lint'], {
	// As ESLint 10 does by itself: tests, sandbox, host and scripts have a configuration of their own.
	env: { ...process.env, ESLINT_FLAGS: 'unstable_config_lookup_from_file' },
});
