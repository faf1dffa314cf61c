import type { Complaint } from '../transport/serviceFailure';

const NO_DATA =
	/\bno[\s_]+(available[\s_]+|matching[\s_]+)?(transactions?|data|records?|results?|reports|subscriptions)\b|transactions?[\s_]+(are[\s_]+)?not[\s_]+available/i;

const THING = /\b(report|definition|subscription|organi[sz]ation|group)\b/i;
const NOT_THERE = /\b(not found|unknown|does not exist)/i;
const NO_THING = /\bno (such )?(report|definition|subscription|organi[sz]ation|group)\b/i;

/** The service answers 404 both for "nothing in this period" and for "no such report"; what it says may tell them apart. */
export type NotFound = 'noData' | 'noSuchThing' | 'unclear';

export function notFoundSays(complaint: Complaint): NotFound {
	const words = wordsOf(complaint);
	const noData = NO_DATA.test(words);
	if (noData === saysNoSuchThing(words)) return 'unclear';
	return noData ? 'noData' : 'noSuchThing';
}

function saysNoSuchThing(words: string): boolean {
	const thing = words.search(THING);
	return NO_THING.test(words) || (thing >= 0 && NOT_THERE.test(words.slice(thing)));
}

const wordsOf = ({ reason, message, details }: Complaint): string =>
	[reason, message, ...details.map((detail) => detail.reason)].filter(Boolean).join(' ');
