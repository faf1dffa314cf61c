// The pinned n8n for scripts: where it is, how to get it ready, how to run it. Needs the project's packages.
import { register } from 'tsx/cjs/api';
import { createRequire } from 'node:module';

register();
const require = createRequire(import.meta.url);

export const { hostFolder, nodeBinary, prepareHost } = require('../host/cache.ts');
export const { startN8n } = require('../host/n8n.ts');
export const { Progress } = require('../host/progress.ts');
export const { prepareOldest } = require('../host/oldest.ts');
export const { prepareNodeCli } = require('../host/nodeCli.ts');
