'use strict';

const { existsSync } = require('node:fs');
const path = require('node:path');

/** npm's own program beside a Node, as installers lay it out. */
const besideNode = (node) => [
	path.join(path.dirname(node), 'node_modules', 'npm', 'bin', 'npm-cli.js'),
	path.join(path.dirname(node), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
];

/**
 * How to run npm without a shell, which on Windows would take a path with a space apart: by its program, which
 * npm itself names to the scripts it runs.
 * @param {string[]} args
 * @param {string} [node]
 * @returns {{ command: string, args: string[] }}
 */
exports.npmCommand = (args, node = process.execPath) => {
	const candidates = [process.env.npm_execpath ?? '', ...besideNode(process.execPath)];
	const program = candidates.find((file) => /npm-cli\.js$/.test(file) && existsSync(file));
	return program ? { command: node, args: [program, ...args] } : { command: 'npm', args };
};
