import type { IDataObject } from 'n8n-workflow';

import {
	type Classification,
	classifyByColumn,
	type RowKind,
	UNCLASSIFIED,
} from '../../../shared/catalog/kinds';
import { contentFields, OUTPUTS_OF_JSON_REPORTS } from '../../../shared/content/choices';
import {
	add,
	type Decimal,
	format,
	parseServiceAmount,
	applyDirection,
	subtract,
	ZERO,
} from '../../../shared/money';
import { optionalText, readOptions } from '../../../shared/node/parameters';
import { trimText } from '../../../shared/text';
import { fetchReport, groupNameOption, onDemandResource, paymentTypeInWords } from './onDemand';

export const netFunding = onDemandResource({
	name: 'Net Funding',
	value: 'netFunding',
	about: 'What reaches your bank',
	description: 'Get what reaches your bank: purchases less refunds, fees and chargebacks',
	fields: contentFields(
		{},
		{ outputs: OUTPUTS_OF_JSON_REPORTS, output: 'totals', groupBy: 'paymentType' },
	),
	options: [groupNameOption],
	readChoices: (item) => ({
		query: { groupName: optionalText(readOptions(item).groupName, groupNameOption.displayName) },
	}),
	table: async (question) => ({
		rows: fundingRows(await fetchReport(question), question.hintOnce),
		usual: [
			'type',
			'paymentType',
			'paymentSubType',
			'fundedAmount',
			'conveyedAmount',
			'currencyCode',
			'fundedCount',
		],
	}),
});

interface Total extends IDataObject {
	currency?: string;
	value?: string | number;
}

type TotalsList = 'totalPurchases' | 'totalRefunds' | 'totalFees' | 'totalChargebacks';

interface NetFundingResponse extends Partial<Record<TotalsList | 'netTotal', Total[]>> {
	netFundingSummaries?: IDataObject[];
}

const LISTS: Partial<Record<RowKind, readonly [list: TotalsList, type: string]>> = {
	sale: ['totalPurchases', 'PURCHASES'],
	refund: ['totalRefunds', 'REFUNDS'],
	fee: ['totalFees', 'FEES'],
	chargeback: ['totalChargebacks', 'CHARGEBACKS'],
};

const OTHER = 'OTHER AMOUNTS';

const kindOf = ({ type }: IDataObject): Classification =>
	classifyByColumn('payments', 'type', trimText(type)) ?? UNCLASSIFIED;

/** The net of the known types. */
const sumOf = (rows: readonly IDataObject[]): Decimal =>
	rows
		.filter((row) => kindOf(row).kind in LISTS)
		.map((row) => applyDirection(trimText(row.fundedAmount), kindOf(row).direction))
		.map((amount) => parseServiceAmount(amount) ?? ZERO)
		.reduce(add, ZERO);

/** The rows add up to the service's net: totals without summaries and other amounts get their own rows. */
export function fundingRows(
	response: NetFundingResponse,
	hintOnce: (notice: string) => void,
): IDataObject[] {
	const { netFundingSummaries = [], netTotal = [] } = response;
	const rows = netFundingSummaries.map((row): IDataObject => ({
		...row,
		paymentType: paymentTypeInWords(row.paymentSubType) as IDataObject[string],
	}));
	const among = (currency: unknown) =>
		rows.filter(
			(row) => trimText(row.currencyCode).toUpperCase() === trimText(currency).toUpperCase(),
		);
	for (const [kind, [list, type]] of Object.entries(LISTS)) {
		for (const total of response[list] ?? []) {
			const isThere = among(total.currency).some((row) => kindOf(row).kind === kind);
			if (!isThere) rows.push(rowOf(type, total));
		}
	}
	for (const { currency, value } of netTotal) {
		const net = parseServiceAmount(value);
		const own = among(currency);
		const sum = sumOf(own);
		if (net === undefined || subtract(net, sum).units === 0n) continue;
		if (own.length > 0) {
			hintOnce(
				`The service says that netTotal is ${trimText(value)} ${trimText(currency)}, but its summaries add up to ${format(sum)}. The difference is a row of type ${OTHER}.`,
			);
		}
		rows.push(rowOf(OTHER, { currency, value: format(subtract(net, sum)) }));
	}
	return rows;
}

const rowOf = (type: string, { currency, value }: Total): IDataObject => ({
	type,
	fundedAmount: value,
	currencyCode: currency,
	fundedCount: 0,
});
