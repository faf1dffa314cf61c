import { eventsThatTell } from './history';
import { heldEntry, holding, released, staysHeld } from './holding';
import type { InvoiceDetails } from './invoice';
import type { Known } from './known';
import { type Examined, lookAt, outcomeOf, weigh } from './look';
import { isOlderThan } from './unread';
import {
	isLastLook,
	isOldLook,
	isUndated,
	lookByLook,
	type Patience,
	waiting,
	waits,
	withoutUnrecorded,
} from './waiting';

/**
 * What happened to an invoice since it was last looked at: status, history and balance weighed together, as
 * each may be behind the others. What happened before `since` (service time) is not new. With patience, what
 * has no entry yet in a history that will have one is left to a later look.
 */
export function examine(
	known: Known | undefined,
	invoice: InvoiceDetails,
	since: number,
	patience?: Patience,
): Examined {
	if (known && isOlderThan(invoice, known)) return { steps: [], known };
	if (patience === undefined) return outcomeOf(lookAt(known, invoice, since));
	const look = withoutUnrecorded(lookAt(known, invoice, since, patience.clocks), patience);
	if (isOldLook(look, patience.at)) return { steps: [], known: look.known };
	const reading = weigh(look);
	const held = heldEntry(look, reading, patience);
	if (held && staysHeld(held, patience)) return holding(look, held, patience);
	if (held) return goOn(released(look, held, patience), invoice, since, patience);
	if (waits(look, reading, patience)) return waiting(look, patience.at);
	if (known?.looks && look.unread.entries.length === 0) {
		const before = lookByLook(look, known, known.looks, patience.clocks);
		// The entry that was waited for has come: what only this look shows is waited for by itself.
		if (before.steps.length === 0 && !isLastLook(known.looks, invoice)) {
			return examine(before.known, invoice, since, patience);
		}
		const examined = lookByLook(look, known, [...known.looks, invoice], patience.clocks);
		return { ...examined, lacking: examined.steps.flatMap(eventsThatTell) };
	}
	const { steps, known: next } = outcomeOf(look);
	const isOpen = steps.length === 0 && isUndated(look, patience);
	return { steps, known: isOpen ? { ...next, cursor: undefined } : next };
}

/** The rest of a look, after what was known first. */
function goOn(
	{ steps, known, lacking = [] }: Examined,
	invoice: InvoiceDetails,
	since: number,
	patience: Patience,
): Examined {
	const wiser = { ...patience, lacking: new Set([...patience.lacking, ...lacking]) };
	const rest = examine(known, invoice, since, wiser);
	return {
		steps: [...steps, ...rest.steps],
		known: rest.known,
		lacking: [...lacking, ...(rest.lacking ?? [])],
	};
}
