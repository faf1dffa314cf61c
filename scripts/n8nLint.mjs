// npm run n8n-lint: "n8n-node lint" in strict mode, as n8n's reviewers run it.
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { installWhenNeeded, root, run } from './install.mjs';

await installWhenNeeded();
const { prepareNodeCli, Progress } = await import('./host.mjs');
const installed = join(await prepareNodeCli(new Progress()), 'node_modules/@n8n/node-cli');

// eslint.config.mjs imports the package by its name. As a devDependency it would bring 680 MB to every clone.
const link = join(root, 'node_modules/@n8n/node-cli');
rmSync(link, { recursive: true, force: true });
symlinkSync(installed, link, 'junction');

run(process.execPath, [join(installed, 'bin/n8n-node.mjs'), 'lint'], {
	// The folders that are not shipped have a configuration of their own. ESLint 10 looks for it by default.
	env: { ...process.env, ESLINT_FLAGS: 'unstable_config_lookup_from_file' },
});
