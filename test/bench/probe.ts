import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

export interface Measured {
	seconds: number;
	/** Processor time of all threads, which other work on the machine changes less. */
	cpu: number;
	/** The most memory that the whole process ever took, in MB. */
	peak: number;
	/** How much of it came on top of what the process had before, in MB. */
	growth: number;
	/** The longest time that the event loop got no turn, in milliseconds. */
	stall: number;
}

const RESOLUTION = 5;
const MEGABYTE = 1e6;

/** Measures a piece of work in this process, which should do nothing else. */
export async function measure<T>(work: () => Promise<T>): Promise<Measured & { result: T }> {
	const before = process.memoryUsage.rss();
	let highest = before;
	const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 20);
	const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
	delays.enable();
	// It counts from its first turn on.
	await new Promise((resolve) => setTimeout(resolve, 3 * RESOLUTION));
	const cpuBefore = process.cpuUsage();
	const start = performance.now();
	const result = await work();
	const seconds = (performance.now() - start) / 1000;
	const { user, system } = process.cpuUsage(cpuBefore);
	// A stall up to the very end is seen only once the loop turns again.
	await new Promise((resolve) => setTimeout(resolve, 3 * RESOLUTION));
	delays.disable();
	clearInterval(watch);
	highest = Math.max(highest, process.memoryUsage.rss());
	return {
		result,
		seconds,
		cpu: (user + system) / 1e6,
		peak: (process.resourceUsage().maxRSS * 1024) / MEGABYTE,
		growth: (highest - before) / MEGABYTE,
		stall: Math.max(0, delays.max / 1e6 - RESOLUTION),
	};
}

type Execute = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** Measures each run of a node, from its call to its answer, without what the engine does around it. */
export function probed(node: INodeType): { node: INodeType; runs: Measured[] } {
	const runs: Measured[] = [];
	const { execute } = node as { execute: Execute };
	node.execute = async function (this: IExecuteFunctions) {
		const { result, ...run } = await measure(async () => await execute.call(this));
		runs.push(run);
		return result;
	};
	return { node, runs };
}
