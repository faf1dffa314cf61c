import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dependencies as host } from '../../host/package.json';
import { dependencies as oldest } from '../../host/oldest/package.json';

const readme = readFileSync(join(resolve(__dirname, '../..'), 'README.md'), 'utf8');

describe('the README', () => {
	it('claims the versions of n8n that the tests run in, and no others', () => {
		const [, from, newest] =
			/Works with n8n (\S+) and newer: .* whole of n8n (\S+)\.\n/.exec(readme) ?? [];
		expect([from, newest]).toEqual([oldest['n8n-core'], host.n8n]);
	});
});
