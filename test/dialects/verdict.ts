import type { IDataObject } from 'n8n-workflow';

import type { NodeRun } from '../support/engine';

/** right: as the ledger says. told: not so, or not surely so, but the user learns of it. wrong: neither. */
export type Verdict = 'right' | 'told' | 'wrong';

const WORST_FIRST: readonly Verdict[] = ['wrong', 'told', 'right'];

/** What is asked of one step: where the result differs from the ledger, and what must never happen. */
export interface Differences {
	/** Fine where the user learns of it. */
	differing?: readonly string[];
	/** Harm that no message makes good: billed twice, emailed twice, a claim that is not true. */
	harm?: readonly string[];
}

export class Findings {
	/** How many requests the service got. */
	requests = 0;

	readonly steps: Array<{ step: string; verdict: Verdict; notes: string[] }> = [];

	get verdict(): Verdict {
		const found = this.steps.map(({ verdict }) => verdict);
		return WORST_FIRST.find((each) => found.includes(each)) ?? 'right';
	}

	/** Judges a step; `messages` is every warning that the user got. True if it went right. */
	add(
		step: string,
		messages: readonly string[],
		{ differing = [], harm = [] }: Differences,
	): boolean {
		const isTold = messages.length > 0;
		const verdict: Verdict =
			harm.length > 0 || (differing.length > 0 && !isTold) ? 'wrong' : isTold ? 'told' : 'right';
		const notes = [...harm, ...differing.slice(0, 5), ...messages.map((text) => `told: ${text}`)];
		this.steps.push({ step, verdict, notes });
		return verdict === 'right';
	}

	/** Judges a run by what it gives, unless it failed: then the user learns of it. */
	addRun(
		step: string,
		run: NodeRun,
		differing: (rows: IDataObject[]) => readonly string[],
		harm: readonly string[] = [],
	): boolean {
		const rows = run.items.map(({ json }) => json);
		return this.add(step, messagesOf(run), { differing: run.error ? [] : differing(rows), harm });
	}

	toString(): string {
		return this.steps
			.filter(({ verdict }) => verdict !== 'right')
			.map(({ step, verdict, notes }) => `${step}: ${verdict} (${notes.join(' | ')})`)
			.join('\n    ');
	}
}

/** All that a run says of what is uncertain: its error, its hints, and the warnings in its items. */
export function messagesOf({ run, error, items }: NodeRun): string[] {
	const hints = Object.values(run.data.resultData.runData)
		.flat()
		.flatMap(({ hints: shown = [] }) => shown)
		// A word on what was read is not a doubt.
		.filter(({ type }) => type !== 'info')
		.map(({ message }) => message);
	const inItems = items.flatMap(({ json }) =>
		[json.error, json.warnings, json.message].filter(
			(text): text is string => typeof text === 'string' && text !== '',
		),
	);
	return [...new Set([...(error ? [error.message] : []), ...hints, ...inItems])];
}
