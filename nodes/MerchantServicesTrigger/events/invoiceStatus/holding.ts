import { LONGEST_POLL } from './clocks';
import type { Reading } from './history';
import { bearsStatus, countsLeadingTo, ownEntryOf } from './history';
import type { HistoryEntry } from './invoice';
import type { Known } from './known';
import type { Examined, Look } from './look';
import { lookAt, outcomeOf } from './look';
import { LONGEST_LAG, type Patience, waiting } from './waiting';

/** An entry stays unread, because the one that reports this status may still come. The looks are not noted. */
const isHolding = (known: Known | undefined): known is Known & { behindSince: number } =>
	known?.behindSince !== undefined && known.looks === undefined;

export interface HeldEntry {
	entry: HistoryEntry;
	/** Where it led, unless a later entry tells otherwise. */
	status: string;
	since: number;
	isLast: boolean;
}

/** The new entry of which only a later one tells where it led: the one that was held before, or the last one. */
export function heldEntry(
	{ known, invoice: { hasHistory }, unread: { entries } }: Look,
	{ steps }: Reading,
	{ at, isPast, lacking }: Patience,
): HeldEntry | undefined {
	if (!hasHistory || isPast) return undefined;
	const [heldBefore, ...later] = entries.filter(bearsStatus);
	const held = isHolding(known) && holdable(heldBefore, later, known.behindSince, lacking);
	if (held) return held;
	const isUncertain = steps.some((step) => step.isUncertain);
	return isUncertain ? holdable(entries.findLast(bearsStatus), [], at, lacking) : undefined;
}

function holdable(
	entry: HistoryEntry | undefined,
	later: readonly HistoryEntry[],
	since: number,
	lacking: ReadonlySet<string>,
): HeldEntry | undefined {
	if (entry === undefined || lacking.has(markOf(entry))) return undefined;
	const own = ownEntryOf(entry);
	if (own === undefined) return undefined;
	const next = later.at(0);
	// What happened before and was not shown then: entries come late, so its own one does too.
	if (next && (next.event === own.event || next.at < since)) return undefined;
	const inThatPoll = later.filter(({ at }) => at < since + LONGEST_POLL);
	// These led to the status that was seen, or back to it.
	if (countsLeadingTo(own.status, [entry, ...inThatPoll], undefined).length > 0) return undefined;
	return { entry, status: own.status, since, isLast: next === undefined };
}

/** An entry that leads to two statuses, and has led to the other one. */
const markOf = ({ event }: HistoryEntry): string => `${event} alone`;

/** Whether the entry that decides may come. */
export const staysHeld = ({ isLast, since }: HeldEntry, { at }: Patience): boolean =>
	isLast && at - since < LONGEST_LAG;

/** What the entries before the held one tell. */
export function holding(look: Look, held: HeldEntry, { at, clocks }: Patience): Examined {
	const { known, invoice, since } = look;
	const history = invoice.history.slice(0, invoice.history.indexOf(held.entry));
	const { steps, known: next } = waiting(lookAt(known, { ...invoice, history }, since, clocks), at);
	return { steps, known: { ...next, behindSince: held.since, looks: undefined } };
}

/** What is known up to the held one, once it is clear that no other entry decides. */
export function released(look: Look, held: HeldEntry, { clocks }: Patience): Examined {
	const { known, invoice, since } = look;
	const { entry, status } = held;
	const history = invoice.history.slice(0, invoice.history.indexOf(entry) + 1);
	const examined = outcomeOf(lookAt(known, { ...invoice, status, history }, since, clocks));
	return { ...examined, lacking: [markOf(entry)] };
}
