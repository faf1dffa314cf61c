import { NodeApiError } from 'n8n-workflow';
import { settle } from './settle';

const NO_DATA =
	/\bno[\s_]+(available[\s_]+|matching[\s_]+)?(transactions?|data|records?|results?|reports)\b|transactions?[\s_]+(are[\s_]+)?not[\s_]+available/i;

const NO_SUCH_THING =
	/\b(report|definition|subscription|organi[sz]ation|group)\b.*\b(not found|unknown|does not exist)|\bno (such )?(report|definition|subscription|organi[sz]ation|group)\b/is;

/**
 * The service says 404 both for "nothing in this period" and for "no such report". Its words tell them
 * apart; where they do not, it depends on whether one certain report was asked for.
 */
export const isEmptyResult = (error: unknown, oneCertainReport: boolean): boolean => {
	if (!(error instanceof NodeApiError) || error.httpCode !== '404') return false;
	const { reason } = error.context;
	const words = `${typeof reason === 'string' ? reason : ''} ${whatTheServiceSaid(error)}`;
	const noData = NO_DATA.test(words);
	const noSuchThing = NO_SUCH_THING.test(words);
	return noData === noSuchThing ? !oneCertainReport : noData;
};

/** It stands in brackets at the end of the message, apart from our own words. */
const whatTheServiceSaid = ({ message }: Error): string => /\((.*)\)$/s.exec(message)?.[1] ?? '';

/** What the work gives, or undefined where the service has no transactions for it. */
export const unlessNoData = async <T>(
	oneCertainReport: boolean,
	work: () => Promise<T>,
): Promise<T | undefined> => {
	const ended = await settle(work);
	if ('value' in ended) return ended.value;
	if (isEmptyResult(ended.error, oneCertainReport)) return undefined;
	throw ended.error;
};
