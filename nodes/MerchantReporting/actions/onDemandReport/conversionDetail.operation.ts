import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ReportSource } from '../../../shared/content/reading';
import { read } from '../../../shared/node/parameters';
import type { Run } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import { readAll } from '../../../shared/problem';
import { receiveAll } from '../common/download';
import { optionsOf } from '../common/options';
import { periodFields } from '../common/period';
import type { Asked } from './asked';
import { windowsOf, ON_DEMAND_OPTIONS, readAsked, reportingFor } from './asked';
import type { FileChoices } from './fileOutput';
import {
	aboutFile,
	fileSource,
	formatOption,
	onDemandOptions,
	onDemandOutput,
	readFileChoices,
} from './fileOutput';
import { addUp, withoutRepeats } from './rows';
import type { RowsOutput } from './rowsOutput';
import { askForRows } from './rowsOutput';

export const conversionDetail = operation({
	name: 'Get',
	action: 'Get conversion detail',
	description: 'Get the transactions whose decision was changed in a review',
	subtitle: 'Get Conversion Detail',
	fields: [
		...periodFields,
		...onDemandOutput('totals'),
		optionsOf(...ON_DEMAND_OPTIONS, formatOption('totals'), ...onDemandOptions('totals')),
	],
	prepare: (item) => {
		const { asked, file } = readAll({
			asked: () => readAsked(item),
			file: () => readFileChoices(item, 'totals'),
		});
		return { ...asked, file, output: read<RowsOutput['output']>(item, 'output', 'rows') };
	},
	carryOut: async (plan, run) =>
		plan.file === undefined
			? await askForRows<ConversionDetails>(run, plan, {
					report: 'conversionDetail',
					title: TITLE,
					join: joinConversions,
					rows: conversionRows,
					totals: (answers) => totalRows(joinConversions(answers)),
					nothing: { conversionCount: 0 },
					usual: USUAL,
				})
			: await askForFiles(run, plan, plan.file),
});

async function askForFiles(
	run: Run,
	asked: Asked,
	{ accept, wanted }: NonNullable<FileChoices>,
): Promise<INodeExecutionData[]> {
	const reporting = reportingFor(run, asked);
	const sources = async function* (): AsyncGenerator<ReportSource> {
		for (const window of windowsOf(run, asked)) {
			const answered = await reporting.onDemandFile('conversionDetail', window, accept);
			if (answered.kind === 'empty') continue;
			const source = fileSource(answered.body, accept, TITLE, window);
			const isPart = asked.windows.length > 1;
			yield isPart ? { ...source, part: `the window from ${source.metadata.periodStart}` } : source;
		}
	};
	return await receiveAll(run, sources(), wanted, aboutFile(TITLE, asked.period));
}

const USUAL = [
	'requestId',
	'merchantReferenceNumber',
	'conversionTime',
	'originalDecision',
	'newDecision',
	'reviewer',
	'reviewerComments',
	'conversionCount',
];

const TITLE = 'Conversion detail';

interface Note {
	time?: string;
	addedBy?: string;
	comments?: string;
}

export interface Conversion extends IDataObject {
	originalDecision?: string;
	newDecision?: string;
}

export interface ConversionDetails {
	organizationId?: string;
	startTime?: string;
	endTime?: string;
	conversionDetails?: Conversion[];
}

/** One answer for the whole period from those for its windows, each conversion once. */
export const joinConversions = (answers: readonly ConversionDetails[]): ConversionDetails => {
	if (answers.length === 1) return answers[0];
	return {
		...answers[0],
		endTime: answers[answers.length - 1]?.endTime,
		conversionDetails: withoutRepeats(answers.map((answer) => answer.conversionDetails ?? [])),
	};
};

const inWords = ({ time, addedBy, comments }: Note): string =>
	[[time, addedBy].filter(Boolean).join(' '), comments].filter(Boolean).join(': ');

/** Flat: the notes become text, one line each. */
export const conversionRows = ({ conversionDetails = [] }: ConversionDetails): IDataObject[] =>
	conversionDetails.map((conversion) => {
		const notes = Array.isArray(conversion.notes) ? (conversion.notes as Note[]) : [];
		return { ...conversion, notes: notes.map(inWords).join('\n') };
	});

/** How many decisions were turned into which. */
export const totalRows = ({ conversionDetails = [] }: ConversionDetails): IDataObject[] =>
	addUp(
		conversionDetails.map(({ originalDecision, newDecision }) => ({
			originalDecision,
			newDecision,
			conversionCount: 1,
		})),
	);
