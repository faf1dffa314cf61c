import type { IDataObject } from 'n8n-workflow';
import { addUp, withExactAmounts } from './rows';

export interface BatchSummary {
	startTime?: string;
	endTime?: string;
	paymentBatchSummaries?: IDataObject[];
}

/**
 * One answer for the whole period from those for its windows. Rows of days stay apart; rows of a whole
 * window are added up to rows of the whole period.
 */
export const joinBatchSummaries = (
	answers: readonly BatchSummary[],
	byDay: boolean,
): BatchSummary => {
	if (answers.length === 1) return answers[0];
	const { startTime } = answers[0] ?? {};
	const endTime = answers[answers.length - 1]?.endTime;
	const rows = answers.flatMap((answer) => answer.paymentBatchSummaries ?? []);
	const ofWholePeriod = (row: IDataObject): IDataObject => ({
		...row,
		...('startTime' in row ? { startTime } : {}),
		...('endTime' in row ? { endTime } : {}),
	});
	return {
		...answers[0],
		startTime,
		endTime,
		paymentBatchSummaries: addUp(byDay ? rows : rows.map(ofWholePeriod)),
	};
};

export const summaryRows = ({ paymentBatchSummaries = [] }: BatchSummary): IDataObject[] =>
	paymentBatchSummaries.map((row) => ({ rowType: 'summary', ...withExactAmounts(row) }));

/** The service gives no totals for this report: sales and credits per currency, added up exactly. */
export const totalRows = ({ paymentBatchSummaries = [] }: BatchSummary): IDataObject[] =>
	addUp(
		paymentBatchSummaries.map(
			({ currencyCode, salesCount, salesAmount, creditCount, creditAmount }) => ({
				rowType: 'total',
				currencyCode,
				salesCount,
				salesAmount,
				creditCount,
				creditAmount,
			}),
		),
	);
