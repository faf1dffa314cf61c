import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const BETWEEN = '--- next command of the page ---';

interface Step {
	commands: string;
	/** What the page says the commands print, line by line. */
	printed: string[];
}

/** Every block of commands on the page, with the output that follows it. */
function stepsOf(page: string): Step[] {
	const steps: Step[] = [];
	for (const [, language, content] of page.matchAll(/^```(\w+)\n(.*?)^```/gms)) {
		if (language === 'sh') steps.push({ commands: content, printed: [] });
		if (language === 'text') steps.at(-1)?.printed.push(...content.trim().split('\n'));
	}
	return steps;
}

async function start(): Promise<{ child: ChildProcess; env: NodeJS.ProcessEnv }> {
	const child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts', '--port', '0'], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const said: Record<string, string> = {};
	for await (const line of createInterface({ input: child.stdout })) {
		const [name, value] = line.split(/\s+/);
		said[name] = value;
		if (name === 'Control') break;
	}
	return { child, env: { ...process.env, SANDBOX: said.Sandbox, TOKEN: said.Token } };
}

async function run(steps: readonly Step[], env: NodeJS.ProcessEnv): Promise<string[]> {
	const script = steps.map(({ commands }) => commands).join(`\necho; echo '${BETWEEN}'\n`);
	const cwd = mkdtempSync(join(tmpdir(), 'sandbox-page-'));
	try {
		const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
			env,
			cwd,
		});
		return stdout.split(BETWEEN);
	} finally {
		rmSync(cwd, { recursive: true });
	}
}

describe('docs/develop/sandbox.md', () => {
	const page = readFileSync('docs/develop/sandbox.md', 'utf8');

	it('has commands that do what the page says, as written', async () => {
		const steps = stepsOf(page);
		expect(steps.length).toBeGreaterThan(0);
		const { child, env } = await start();
		try {
			const outputs = await run(steps, env);
			steps.forEach(({ printed }, index) => {
				let rest = outputs[index];
				for (const line of printed) {
					expect(rest).toContain(line);
					rest = rest.slice(rest.indexOf(line) + line.length);
				}
			});
		} finally {
			child.kill();
			await once(child, 'exit');
		}
	}, 120_000);
});
