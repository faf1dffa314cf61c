import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { endAll, isAlive, killAll, runToEnd, start } from '../../../host/processes';

const SLEEPER = 'setInterval(() => {}, 1000)';
/** Says the number of a child of its own, and goes on. */
const PARENT = `console.log(require("child_process").spawn(process.execPath, ["-e", '${SLEEPER}']).pid); ${SLEEPER}`;
const STUBBORN = `process.on("SIGTERM", () => {}); console.log("deaf"); ${SLEEPER}`;

const node = (program: string, patience?: number) =>
	start(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] }, patience);

const said = async (child: ReturnType<typeof node>): Promise<string> => {
	const [words] = (await once(child.stdout!, 'data')) as [Buffer];
	return words.toString().trim();
};

const untilGone = async (pid: number): Promise<boolean> => {
	for (let tries = 0; tries < 50 && isAlive(pid); tries++) await sleep(50);
	return !isAlive(pid);
};

describe('what npm start started', () => {
	it('ends with its children, and nothing else does', async () => {
		const stranger = spawn(process.execPath, ['-e', SLEEPER]);
		const child = node(PARENT);
		const grandchild = Number(await said(child));
		await endAll();
		expect(await untilGone(child.pid!)).toBe(true);
		expect(await untilGone(grandchild)).toBe(true);
		expect(isAlive(stranger.pid!)).toBe(true);
		stranger.kill();
	});

	it('ends by force when it does not listen, after as long as it may take', async () => {
		const child = node(STUBBORN, 200);
		await said(child);
		const timers = jest.spyOn(globalThis, 'setTimeout');
		await endAll();
		expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).toEqual([200]);
		expect(child.signalCode).toBe('SIGKILL');
	});

	it('ends at once when it is asked a second time', async () => {
		const child = node(STUBBORN);
		await said(child);
		const ended = endAll();
		killAll();
		await ended;
		expect(child.signalCode).toBe('SIGKILL');
	});

	it('is not waited for when it does work that can be done again', async () => {
		const work = runToEnd(process.execPath, ['-e', STUBBORN]).catch((error: unknown) => error);
		await sleep(300);
		const timers = jest.spyOn(globalThis, 'setTimeout');
		await endAll();
		expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).toEqual([500]);
		expect(await work).toBeInstanceOf(Error);
	});
});
