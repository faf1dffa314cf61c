import type { IDataObject, INodeType } from 'n8n-workflow';

import { PORTION } from '../../nodes/MerchantServicesTrigger/event';
import { DEFAULT_RETRY_POLICY } from '../../nodes/shared/transport/retry';
import type { Choice } from '../../sandbox/dialects/table';
import { withDefaults } from '../support/engine';
import { PollingWorkflow } from '../support/polling';
import { startTestSandbox } from '../support/sandbox';
import { startBadNetwork } from './badNetwork';
import { FastTime } from './fastTime';
import { InvoiceLife } from './invoiceLife';
import { judgeInvoices, lengths, surplus, type Verdict } from './verdict';

export interface SoakOptions {
	node: INodeType;
	/** Invoice changes; a tenth as many reports come on top. */
	changes: number;
	/** The part of requests that fail, from 0 to 1. */
	failing: number;
	/** n8n is killed and started again every so many polls. */
	restartEvery: number;
	seed: number;
	/** It must not take longer. */
	minutes: number;
	/** How the service reads what the specification leaves open; as usual without. */
	dialect?: Choice;
	/** So many milliseconds later than its status an entry shows in the history of an invoice. */
	historyLag?: number;
	progress?: (text: string) => void;
}

export interface SoakResult extends Verdict {
	reports: number;
	polls: number;
	failedPolls: number;
	restarts: number;
	requests: number;
	failedRequests: number;
	oldAnswers: number;
	stateBytes: number;
}

const CHANGES_PER_POLL = 25;
const QUIET_POLLS_AT_THE_END = 4;
const BETWEEN_POLLS = 5 * 60_000;
const BEFORE_ACTIVATION = 20 * 60_000;
/** An entry that never comes is waited for as long, and one that could not be looked up for hours. */
const AT_THE_END = 60 * 60_000;
/** In a dialect a list may have no count: then it is read round, by pages as small as this. */
const SMALLEST_PAGE = 20;

/** Thousands of changes seen through a network that fails, by an n8n that is killed now and then. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
	Object.assign(DEFAULT_RETRY_POLICY, { attempts: 2, pause: 0 });
	PORTION.limit = 60;
	const roll = randomFrom(options.seed);
	const end = performance.now() + options.minutes * 60_000;
	const time = new FastTime();
	const sandbox = await startTestSandbox();
	const network = await startBadNetwork(sandbox.address, roll, options.historyLag);
	try {
		await sandbox.control.send('PUT', '/fraud-management', { enabled: true });
		await sandbox.control.send('PUT', '/dialect', { dialect: options.dialect ?? {} });
		const life = new InvoiceLife(sandbox, roll, 150);
		const reports = new Set<string>();
		const { node } = options;
		const watch = (parameters: IDataObject) =>
			new PollingWorkflow({
				node,
				address: network.address,
				token: sandbox.token,
				parameters: withDefaults(node, parameters),
			});
		const workflows = [
			watch({ event: 'invoiceStatusChanged', itemOutput: 'raw' }),
			watch({ event: 'newReport' }),
		];
		let polls = 0;
		let restarts = 0;
		const pollAll = async () => {
			if (performance.now() > end) {
				throw new Error(
					`The soak is not done after ${options.minutes} minutes: ${life.changes} changes, ${polls} polls`,
				);
			}
			polls++;
			time.advance(BETWEEN_POLLS);
			for (const workflow of workflows) await workflow.poll();
			if (polls % options.restartEvery === 0) {
				restarts++;
				for (const workflow of workflows) await insist(async () => await workflow.restart(), end);
			}
		};

		for (let count = 0; count < 40; count++) await life.change();
		// Where a list may have been old, what happened in the quarter of an hour before may count as new.
		time.advance(BEFORE_ACTIVATION);
		const counted = life.changes;
		const begun = lengths(life.truth);
		network.failing = options.failing;
		const activated = Promise.all(
			workflows.map(async (workflow) => await insist(async () => await workflow.activate(), end)),
		);
		await Promise.all([activated, life.change().then(async () => await life.change())]);
		const done = lengths(life.truth);

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
		const round = options.dialect ? Math.ceil(life.truth.size / SMALLEST_PAGE) : 0;
		while (quiet < QUIET_POLLS_AT_THE_END + round) {
			await pollAll();
			const total = workflows[0].events.length + workflows[1].events.length;
			quiet = total === last && !isAnyFailing(workflows[0]) ? quiet + 1 : 0;
			last = total;
			time.advance(AT_THE_END);
		}

		const verdict = judgeInvoices(life.truth, workflows[0].events, { begun, done });
		const toldReports = workflows[1].events.map(({ reportName }) => reportName as string);
		return {
			changes: verdict.changes,
			reports: reports.size,
			polls,
			failedPolls: workflows.reduce((sum, { errors }) => sum + errors.length, 0),
			restarts,
			requests: network.requests,
			failedRequests: network.failed,
			oldAnswers: network.stale,
			doubled: [...verdict.doubled, ...surplus(toldReports, [...reports])],
			lost: [...verdict.lost, ...surplus([...reports], toldReports)],
			stateBytes: Math.max(...workflows.map(({ saved }) => saved.length)),
		};
	} finally {
		await network.stop();
		await sandbox.stop();
		time.stop();
	}
}

const isAnyFailing = ({ state }: PollingWorkflow): boolean => {
	const { watch } = state as { watch?: { state?: { failing?: object } } };
	return Object.keys(watch?.state?.failing ?? {}).length > 0;
};

/** n8n tries again until the activation succeeds. Lists with small pages take many tries where a fifth of all requests fail. */
async function insist(activate: () => Promise<void>, end: number): Promise<void> {
	for (;;) {
		try {
			await activate();
			return;
		} catch (error) {
			if (performance.now() > end) throw error;
		}
	}
}

function randomFrom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
}
