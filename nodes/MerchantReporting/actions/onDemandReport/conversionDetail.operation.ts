import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Run } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import { contentFields } from '../common/download';
import { optionsOf } from '../common/options';
import { periodFields } from '../common/period';
import type { OnDemandPlan } from './asked';
import { ask, formatOption, ON_DEMAND_OPTIONS, readAsked, reportingFor } from './asked';
import { receiveFiles, receiveTable } from './table';

const REPORT = 'conversionDetail';
const TITLE = 'Conversion detail';

export const conversionDetail = operation({
	name: 'Get',
	action: 'Get conversion detail',
	description: 'Get the transactions whose decision was changed in a review',
	subtitle: 'Get Conversion Detail',
	fields: [
		...periodFields,
		...contentFields({}, { groupBy: 'reviewer' }),
		optionsOf(...ON_DEMAND_OPTIONS, formatOption),
	],
	prepare: readAsked,
	carryOut: async (asked, run) => {
		const { content } = asked.wanted;
		if (content.output === 'file') {
			const reporting = reportingFor(run, asked);
			return await receiveFiles(run, asked, TITLE, async function* () {
				yield { answered: await reporting.onDemandFile(REPORT, asked.period, asked.format) };
			});
		}
		// No money moves: how many decisions were turned into which is what there is to add up.
		const isPlain = content.output === 'totals' && content.groupBy.length === 0;
		const counted = isPlain ? { ...content, groupBy: DECISIONS } : content;
		return await receiveConversions(run, {
			...asked,
			wanted: { ...asked.wanted, content: counted },
		});
	},
});

const DECISIONS = ['originalDecision', 'newDecision'];

async function receiveConversions(run: Run, asked: OnDemandPlan): Promise<INodeExecutionData[]> {
	const { conversionDetails = [] } = await ask<ConversionDetails>(run, asked, REPORT);
	return await receiveTable(run, asked, {
		title: TITLE,
		definition: 'ConversionDetailClass',
		rows: conversionDetails.map(conversionRow),
		usual: [
			'requestId',
			'merchantReferenceNumber',
			'conversionTime',
			...DECISIONS,
			'reviewer',
			'reviewerComments',
		],
	});
}

interface Note {
	time?: string;
	addedBy?: string;
	comments?: string;
}

interface ConversionDetails {
	conversionDetails: IDataObject[];
}

const inWords = ({ time, addedBy, comments }: Note): string =>
	[[time, addedBy].filter(Boolean).join(' '), comments].filter(Boolean).join(': ');

/** Flat: the notes become text, one line each. */
export function conversionRow(conversion: IDataObject): IDataObject {
	const notes = Array.isArray(conversion.notes) ? (conversion.notes as Note[]) : [];
	return { ...conversion, notes: notes.map(inWords).join('\n') };
}
