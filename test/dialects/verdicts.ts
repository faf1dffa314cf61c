import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Traveled } from './readings';
import type { Verdict } from './verdict';

/** What happened to a journey under each reading of the spots that it comes by: 'right', or what the user sees. */
export type Verdicts = Record<string, Record<string, string>>;

export const RIGHT = 'right';

const FILE = path.join(__dirname, 'verdicts.json');

export const recorded = (): Verdicts => JSON.parse(readFileSync(FILE, 'utf8')) as Verdicts;

export const record = (verdicts: Verdicts): void =>
	writeFileSync(FILE, `${JSON.stringify(verdicts, undefined, '\t')}\n`);

export const nameOf = ({ spot, reading }: Pick<Traveled, 'reading' | 'spot'>): string =>
	`${spot}=${reading}`;

/** As the record has it: a verdict that must not be is written so that nobody takes it for another. */
export function recordOf({ findings }: Traveled): string {
	if (findings.verdict === 'right') return RIGHT;
	const worst = findings.steps.find(({ verdict }) => verdict === findings.verdict);
	const said = worst?.notes.find((note) => note.startsWith('told: ')) ?? '';
	return findings.verdict === 'told' ? said.slice('told: '.length) : `WRONG: ${worst?.notes[0]}`;
}

/** Lines of journey, right, told and wrong. */
export class VerdictTable {
	private readonly counts = new Map<string, Record<Verdict, number>>();

	add({ journey, findings }: Pick<Traveled, 'findings' | 'journey'>): void {
		const counts = this.counts.get(journey.name) ?? { right: 0, told: 0, wrong: 0 };
		counts[findings.verdict]++;
		this.counts.set(journey.name, counts);
	}

	/** How many ended so, in all. */
	count(verdict: Verdict): number {
		return [...this.counts.values()].reduce((sum, counts) => sum + counts[verdict], 0);
	}

	toString(): string {
		const line = (cells: readonly unknown[]) =>
			cells
				.map((cell, i) => String(cell)[i === 0 ? 'padEnd' : 'padStart'](i === 0 ? 34 : 7))
				.join('');
		return [
			line(['journey', 'right', 'told', 'wrong']),
			...[...this.counts].map(([name, { right, told, wrong }]) => line([name, right, told, wrong])),
		].join('\n');
	}
}
