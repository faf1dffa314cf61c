import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Cell } from './bench';
import type { Outcome } from './judge';

/** For each request that the nodes make: the faults that end in each outcome. */
export type Outcomes = Record<string, Partial<Record<Outcome, string[]>>>;

/** Each has its own tests and its own file. */
export const PARTS = ['reporting', 'invoicing', 'trigger'] as const;

export type Part = (typeof PARTS)[number];

const fileOf = (part: Part): string => path.join(__dirname, 'outcomes', `${part}.json`);

export const recorded = (part: Part): Outcomes =>
	JSON.parse(readFileSync(fileOf(part), 'utf8')) as Outcomes;

export const record = (part: Part, outcomes: Outcomes): void =>
	writeFileSync(fileOf(part), `${JSON.stringify(outcomes, undefined, '\t')}\n`);

export const rowOf = ({ subject, request }: Pick<Cell, 'request' | 'subject'>): string =>
	`${subject.name}, ${request}`;

/** What a fault ended in at a request. */
export const outcomeIn = (outcomes: Outcomes, row: string, fault: string): string | undefined =>
	Object.entries(outcomes[row] ?? {}).find(([, faults]) => faults?.includes(fault))?.[0];
