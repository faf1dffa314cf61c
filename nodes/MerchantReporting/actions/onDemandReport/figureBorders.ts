import type { IDataObject } from 'n8n-workflow';

import type { Period } from '../../../shared/period/period';
import { utcText } from '../../../shared/period/period';
import { orFailure } from '../../../shared/service/once';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import { addUp } from './rows';

export interface Figures<Answer> {
	/** Undefined where the period has none. */
	ask: (period: Period) => Promise<Answer | undefined>;
	totals: (answers: readonly Answer[]) => IDataObject[];
}

/**
 * The moments where two windows meet and which may be counted in both. Figures have no times, so the node asks for
 * the second after each of these moments. If it has figures, those of the seconds before and after must add up to
 * the figures of both seconds.
 */
export async function countedTwice<Answer>(
	windows: readonly Period[],
	figures: Figures<Answer>,
): Promise<string[]> {
	const uncertain: string[] = [];
	for (const { end } of windows.slice(0, -1)) {
		const isRight = await orFailure(addsUp(end, figures));
		if (isRight instanceof ServiceFailure || !isRight) uncertain.push(utcText(end));
	}
	return uncertain;
}

async function addsUp<Answer>(
	border: Period['end'],
	{ ask, totals }: Figures<Answer>,
): Promise<boolean> {
	const [before, after] = [border.minus({ seconds: 1 }), border.plus({ seconds: 1 })];
	const second = await ask({ start: border, end: after });
	if (second === undefined) return true;
	const first = await ask({ start: before, end: border });
	const both = await ask({ start: before, end: after });
	if (both === undefined) return false;
	const sums = (answers: readonly Answer[]) =>
		addUp(totals(answers))
			.map((row) => JSON.stringify(row))
			.sort()
			.join();
	return sums(first === undefined ? [second] : [first, second]) === sums([both]);
}
