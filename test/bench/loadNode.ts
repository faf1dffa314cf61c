import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { INodeTypeDescription } from 'n8n-workflow';

/** Loads one node as n8n does when it starts, and prints what that took and what the editor gets of it. */
const [, , host, file, name] = process.argv;
const load = createRequire(`${host}/package.json`);

// n8n has these before it loads any node.
load('n8n-workflow');
load('luxon');

const before = process.cpuUsage();
const classes = load(file) as Record<string, new () => { description: INodeTypeDescription }>;
const { description } = new classes[name]();
const { user, system } = process.cpuUsage(before);

const actions = description.properties
	.filter((property) => property.name === 'operation')
	.reduce((sum, { options = [] }) => sum + options.length, 0);
const text = JSON.stringify(description);
console.log(
	JSON.stringify({
		milliseconds: (user + system) / 1000,
		bytes: text.length,
		zipped: gzipSync(text).length,
		actions: Math.max(1, actions),
	}),
);
