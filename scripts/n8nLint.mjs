// node scripts/n8nLint.mjs: "n8n-node lint" in strict mode, as n8n's reviewers run it. It accepts no configuration
// but n8n's own, so it runs in a folder with what the package ships and that configuration.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installWhenNeeded, root, run } from './install.mjs';

const CONFIG = "import { config } from '@n8n/node-cli/eslint';\n\nexport default config;\n";
const SHIPPED = ['nodes', 'credentials', 'package.json', 'tsconfig.json', 'README.md'];

await installWhenNeeded();
const { prepareNodeCli, Progress } = await import('./host.mjs');
const installed = join(await prepareNodeCli(new Progress()), 'node_modules/@n8n/node-cli');

// The configuration imports the package by its name. As a devDependency it would bring 680 MB to every clone.
const link = join(root, 'node_modules/@n8n/node-cli');
rmSync(link, { recursive: true, force: true });
mkdirSync(join(root, 'node_modules/@n8n'), { recursive: true });
symlinkSync(installed, link, 'junction');

const folder = mkdtempSync(join(tmpdir(), 'merchant-services-lint-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const name of SHIPPED) cpSync(join(root, name), join(folder, name), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
writeFileSync(join(folder, 'eslint.config.mjs'), CONFIG);
run(process.execPath, [join(installed, 'bin/n8n-node.mjs'), 'lint'], { cwd: folder });
