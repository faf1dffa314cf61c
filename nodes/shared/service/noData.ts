import type { Complaint } from '../transport/complaint';

const NO_DATA =
	/\bno[\s_]+(available[\s_]+|matching[\s_]+)?(transactions?|data|records?|results?|reports)\b|transactions?[\s_]+(are[\s_]+)?not[\s_]+available/i;

const NO_SUCH_THING =
	/\b(report|definition|subscription|organi[sz]ation|group)\b.*\b(not found|unknown|does not exist)|\bno (such )?(report|definition|subscription|organi[sz]ation|group)\b/is;

/**
 * The service answers 404 both for "nothing in this period" and for "no such report". What it says tells them
 * apart; where it does not, it depends on whether one certain report was asked for.
 */
export function saysNoData({ reason, message }: Complaint, oneCertainReport: boolean): boolean {
	const words = `${reason ?? ''} ${message ?? ''}`;
	const noData = NO_DATA.test(words);
	const noSuchThing = NO_SUCH_THING.test(words);
	return noData === noSuchThing ? !oneCertainReport : noData;
}
