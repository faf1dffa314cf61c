import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isOlder } from '../../../scripts/needsNode.js';

const root = path.resolve(__dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
	scripts: Record<string, string>;
};

describe('a Node that is too old', () => {
	it.each([
		['18.20.8', true],
		['20.18.3', true],
		['9.0.0', true],
		['20.19.0', false],
		['22.0.0', false],
		['100.0.0', false],
	])('is judged by its version: %s', (version, old) => {
		expect(isOlder(version, '20.19')).toBe(old);
	});

	it('is reported before any script that it could not read', () => {
		const ours = Object.values(scripts).flatMap(
			(commands) => commands.match(/\S+ (-r \S+ )?scripts\/[\w-]+\.mjs/g) ?? [],
		);
		expect(ours.length).toBeGreaterThan(0);
		for (const command of ours) expect(command).toMatch(/^node -r \.\/scripts\/needsNode\.js /);
	});
});
