import type { IDataObject, INodeType } from 'n8n-workflow';

import { withDefaults } from '../support/engine';
import { PollingWorkflow } from '../support/polling';
import { startTestSandbox } from '../support/sandbox';
import { startBadNetwork } from './badNetwork';
import { InvoiceLife } from './invoiceLife';

export interface SoakOptions {
	node: INodeType;
	/** Invoice changes; a tenth as many reports come on top. */
	changes: number;
	/** The part of requests that fail, from 0 to 1. */
	failing: number;
	/** n8n is killed and started again every so many polls. */
	restartEvery: number;
	seed: number;
	progress?: (text: string) => void;
}

export interface SoakResult {
	changes: number;
	reports: number;
	polls: number;
	failedPolls: number;
	restarts: number;
	requests: number;
	failedRequests: number;
	oldPages: number;
	/** Told too often, and not told: lines of what and how often. */
	doubled: string[];
	lost: string[];
	stateBytes: number;
}

const CHANGES_PER_POLL = 25;
const QUIET_POLLS_AT_THE_END = 4;

/** Thousands of changes seen through a network that fails, by an n8n that is killed now and then. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
	const roll = randomFrom(options.seed);
	const sandbox = await startTestSandbox();
	const network = await startBadNetwork(sandbox.address, roll);
	try {
		await sandbox.control.send('PUT', '/fraud-management', { enabled: true });
		const life = new InvoiceLife(sandbox, roll, 150);
		const reports = new Set<string>();
		const { node } = options;
		const watch = (parameters: IDataObject) =>
			new PollingWorkflow({
				node,
				address: network.address,
				token: sandbox.token,
				parameters: withDefaults(node, {
					...parameters,
					options: { attempts: 2, retryPause: 0, maxEvents: 60, pageSize: 40 },
				}),
			});
		const workflows = [watch({ event: 'invoiceStatusChanged' }), watch({ event: 'newReport' })];
		let polls = 0;
		let restarts = 0;
		const pollAll = async () => {
			polls++;
			for (const workflow of workflows) await workflow.poll();
			if (polls % options.restartEvery === 0) {
				restarts++;
				for (const workflow of workflows) await restart(workflow);
			}
		};

		for (let count = 0; count < 40; count++) await life.change();
		const before = new Map([...life.truth].map(([number, list]) => [number, list.length]));
		const counted = life.changes;
		for (const workflow of workflows) await workflow.activate();

		network.failing = options.failing;
		while (life.changes - counted < options.changes) {
			for (let count = 0; count < CHANGES_PER_POLL; count++) await life.change();
			if (roll() < 0.5) await life.flash();
			for (let count = 0; count < 2; count++) {
				const reportName = `R-${reports.size}`;
				await sandbox.control.makeReport({ reportName, status: 'COMPLETED', rows: 1 });
				reports.add(reportName);
			}
			// Changes go on while the lists are read.
			await Promise.all([pollAll(), life.change().then(async () => await life.change())]);
			if (polls % 50 === 0) {
				options.progress?.(
					`${life.changes - counted} of ${options.changes} changes, ${polls} polls`,
				);
			}
		}
		await life.endAll();
		network.failing = 0;
		let quiet = 0;
		let last = -1;
		while (quiet < QUIET_POLLS_AT_THE_END) {
			await pollAll();
			const total = workflows[0].events.length + workflows[1].events.length;
			quiet = total === last ? quiet + 1 : 0;
			last = total;
		}

		const expected = [...life.truth].flatMap(([number, list]) =>
			list.slice(before.get(number) ?? 0).map((status) => `${number} ${status}`),
		);
		const told = workflows[0].events.map(
			({ invoiceNumber, newStatus }) => `${invoiceNumber as string} ${newStatus as string}`,
		);
		const toldReports = workflows[1].events.map(({ reportName }) => reportName as string);
		return {
			changes: expected.length,
			reports: reports.size,
			polls,
			failedPolls: workflows.reduce((sum, { errors }) => sum + errors.length, 0),
			restarts,
			requests: network.requests,
			failedRequests: network.failed,
			oldPages: network.stale,
			doubled: [...surplus(told, expected), ...surplus(toldReports, [...reports])],
			lost: [...surplus(expected, told), ...surplus([...reports], toldReports)],
			stateBytes: Math.max(...workflows.map(({ saved }) => saved.length)),
		};
	} finally {
		await network.stop();
		await sandbox.stop();
	}
}

/** n8n tries again until the activation succeeds. */
async function restart(workflow: PollingWorkflow): Promise<void> {
	for (let tries = 0; ; tries++) {
		try {
			await workflow.restart();
			return;
		} catch (error) {
			if (tries === 50) throw error;
		}
	}
}

/** What is more often in the one than in the other. */
function surplus(one: string[], other: string[]): string[] {
	const counts = new Map<string, number>();
	for (const text of one) counts.set(text, (counts.get(text) ?? 0) + 1);
	for (const text of other) counts.set(text, (counts.get(text) ?? 0) - 1);
	return [...counts].filter(([, count]) => count > 0).map(([text, count]) => `${text} x${count}`);
}

function randomFrom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
}
