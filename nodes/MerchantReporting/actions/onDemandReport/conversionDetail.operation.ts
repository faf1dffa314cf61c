import type { IDataObject } from 'n8n-workflow';

import { contentFields } from '../../../shared/content/choices';
import { fetchReport, onDemandResource } from './onDemand';

const DECISIONS = ['originalDecision', 'newDecision'];

export const conversionDetail = onDemandResource({
	name: 'Conversion Detail',
	value: 'conversionDetail',
	about: 'Decisions that a review changed',
	description: 'Get the transactions whose decision was changed in a review',
	// No money moves, so totals count the changed decisions.
	groupBy: DECISIONS,
	fields: contentFields({}, { groupBy: 'reviewer' }),
	readChoices: () => ({}),
	table: async (question) => {
		const { conversionDetails = [] } =
			await fetchReport<Record<'conversionDetails', IDataObject[]>>(question);
		return {
			rows: conversionDetails.map(conversionRow),
			usual: [
				'requestId',
				'merchantReferenceNumber',
				'conversionTime',
				...DECISIONS,
				'reviewer',
				'reviewerComments',
			],
		};
	},
	async *files({ reporting, period, fileFormat }) {
		yield { response: await reporting.onDemandFile('conversionDetail', period, fileFormat) };
	},
});

interface Note {
	time?: string;
	addedBy?: string;
	comments?: string;
}

const inWords = ({ time, addedBy, comments }: Note): string =>
	[[time, addedBy].filter(Boolean).join(' '), comments].filter(Boolean).join(': ');

export function conversionRow(conversion: IDataObject): IDataObject {
	const notes = Array.isArray(conversion.notes) ? (conversion.notes as Note[]) : [];
	return { ...conversion, notes: notes.map(inWords).join('\n') };
}
