import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { useWorld } from './harness';

const world = useWorld();

const PAGE = path.join(__dirname, '../../../docs/develop/sandbox.md');

describe('the part payments in docs/develop/sandbox.md', () => {
	it('run as written, from an empty sandbox to a paid invoice', async () => {
		const [, section] = /^## Part payments.*?\n(.*?)^## /ms.exec(readFileSync(PAGE, 'utf8')) ?? [];
		const blocks = section.matchAll(/^```sh\n(.*?)^```$/gms);
		const script = [...blocks].map(([, commands]) => commands).join('\n');
		const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
			env: { ...process.env, SANDBOX: world.sandbox.address, TOKEN: world.sandbox.token },
		});
		expect(stdout).toContain('"status":"DRAFT"');
		expect(stdout).toContain('"status":"SENT"');
		const { status, orderInformation } = await world.read('2026-0002');
		expect(status).toBe('PAID');
		expect(orderInformation.amountDetails.balanceAmount).toBe(0);
		expect(await world.events('2026-0002')).toEqual(['DRAFT', 'SEND', 'PAYMENT', 'PAYMENT']);
	});
});
