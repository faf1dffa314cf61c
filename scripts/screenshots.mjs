// Makes the pictures of the README and the guides again: the tests in a browser take them on their way.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endToEnd } from './e2e.mjs';
import { root } from './install.mjs';

const PICTURES = {
	'search payment': 'search',
	'created invoice': 'create-invoice',
	'credential accepted': 'credential',
	'several problems': 'problems',
	fields: 'report-fields',
	'one batch': 'one-batch',
	'payment page': 'payment-page',
	'paid in the console': 'console',
	trigger: 'trigger',
	health: 'trigger-health',
	'agent tool': 'agent-tool',
};

await endToEnd(['editor', 'reporting', 'start']);
if (process.exitCode !== 0) process.exit();
const images = path.join(root, 'docs', 'images');
mkdirSync(images, { recursive: true });
const taken = (file) => path.join(root, 'test', 'output', 'e2e', file);
const labels = {};
for (const [picture, name] of Object.entries(PICTURES)) {
	copyFileSync(taken(`${picture}.png`), path.join(images, `${name}.png`));
	labels[name] = [...new Set(JSON.parse(readFileSync(taken(`${picture}.json`), 'utf8')))];
}
// A test compares them with today's forms.
writeFileSync(path.join(images, 'labels.json'), `${JSON.stringify(labels, null, '\t')}\n`);
