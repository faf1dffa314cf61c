import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../../shared/record';

/** The service answered, but not what was asked for. */
export class UnreadableAnswer extends Error {}

/** The entries of a list in an answer; an answer without a list must not pass for an empty one. */
export function entriesOf(answer: unknown, list: string): IDataObject[] {
	const entries = isRecord(answer) ? answer[list] : undefined;
	if (Array.isArray(entries)) return (entries as unknown[]).filter(isRecord);
	throw new UnreadableAnswer(`the answer of the service has no list "${list}"`);
}
