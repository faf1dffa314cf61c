import type { Attribute } from '../catalog/attributes';
import type { Ledger } from '../ledger/ledger';
import { hasRowIn, type Transaction } from '../ledger/transaction';
import { readerOf } from '../ledger/values';
import { executedTime, type Report } from '../report';
import { bulkChunks } from './bulk';
import type { CsvStyle } from './layout';
import { fileChunks, writerFor } from './writer';

/** The bytes of a finished report, the same ones every time in the same style. */
export function* reportFile(
	report: Report,
	ledger: Ledger,
	address: string,
	style?: CsvStyle,
): Generator<Buffer> {
	const { definition, reportPreferences } = report;
	const writer = writerFor(report.reportMimeType, {
		definition,
		attributes: report.reportFields.map((id) => definition.byId.get(id) as Attribute),
		period: report.period,
		organizationId: report.organizationId,
		signedAmounts: reportPreferences.signedAmounts ?? false,
		convention: reportPreferences.fieldNameConvention,
		csvStyle: style,
		dtdAddress: `${address}/reporting/v3/dtds`,
	});
	yield* 'size' in report.source
		? bulkChunks(writer, report.source.size, report.organizationId, report.period.start, 1)
		: fileChunks(writer, rowsOf(report, ledger));
}

export function hasRows(report: Report, ledger: Ledger): boolean {
	if ('size' in report.source) return true;
	return !rowsOf(report, ledger).next().done;
}

/** What had happened when the report was generated, as far as it belongs in this one. */
function* rowsOf(report: Report, ledger: Ledger): Generator<Transaction> {
	const { definition, period, source } = report;
	const known = { start: period.start, end: Math.min(period.end, executedTime(report)) };
	const version = 'trafficVersion' in source ? source.trafficVersion : 0;
	const wanted = filterOf(report);
	for (const transaction of ledger.between(report.organizationIds, known, version)) {
		if (hasRowIn(definition, transaction) && wanted(transaction)) yield transaction;
	}
}

/** A list of filters has no specified meaning and filters nothing. */
function filterOf({ definition, reportFilters }: Report): (transaction: Transaction) => boolean {
	if (typeof reportFilters !== 'object' || Array.isArray(reportFilters)) return () => true;
	const filters = Object.entries(reportFilters).map(([id, values]) => ({
		read: readerOf(definition.byId.get(id) as Attribute, false),
		values: new Set(values),
	}));
	return (transaction) => filters.every(({ read, values }) => values.has(read(transaction)));
}
