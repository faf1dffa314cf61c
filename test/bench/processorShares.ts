import { readdirSync, readFileSync } from 'node:fs';

/** Of the kernel's clock, in which it counts processor time. */
const TICKS_A_SECOND = 100;

interface Counted {
	pid: number;
	parent: number;
	/** In seconds, with that of children that have ended. */
	used: number;
}

function counted(pid: number): Counted | undefined {
	try {
		const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
		const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
		return { pid, parent: Number(fields[1]), used: ticks / TICKS_A_SECOND };
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		// It ended since the folder was read.
		if (code === 'ENOENT' || code === 'ESRCH') return undefined;
		throw error;
	}
}

/** In seconds: the processor time so far of each of these processes, with all that it started. */
export function processorTimes(pids: readonly number[]): number[] {
	const all = readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.map((name) => counted(Number(name)))
		.filter((each) => each !== undefined);
	const ofTree = (pid: number): number =>
		all.filter(({ parent }) => parent === pid).reduce((sum, child) => sum + ofTree(child.pid), 0) +
		(all.find((each) => each.pid === pid)?.used ?? 0);
	return pids.map(ofTree);
}
