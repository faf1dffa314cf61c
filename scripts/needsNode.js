// Loaded before every other script (node -r): says which Node is needed. Its syntax is one that a very old Node
// reads too, for the others are a syntax error to it.
'use strict';

var needed = require('../package.json').engines.node.replace('>=', '');

function numbers(version) {
	return version.split('.').map(Number);
}

function isOlder(version, than) {
	var found = numbers(version);
	var wanted = numbers(than);
	return found[0] < wanted[0] || (found[0] === wanted[0] && found[1] < wanted[1]);
}

exports.isOlder = isOlder;

if (isOlder(process.versions.node, needed)) {
	var script = process.env.npm_lifecycle_event;
	var command = !script
		? 'this'
		: /^(start|test)$/.test(script)
			? 'npm ' + script
			: 'npm run ' + script;
	process.stderr.write(
		'\n' +
			command +
			' needs Node ' +
			needed +
			' or newer, and this is Node ' +
			process.versions.node +
			'.\n' +
			'Install a newer one (https://nodejs.org, or with nvm: nvm install --lts), then run it again.\n\n',
	);
	process.exit(1);
}
