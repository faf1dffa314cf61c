import type { IDataObject } from 'n8n-workflow';
import { addUp, withoutRepeats } from './rows';

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
		return { rowType: 'conversion', ...conversion, notes: notes.map(inWords).join('\n') };
	});

/** How many decisions were turned into which. */
export const totalRows = ({ conversionDetails = [] }: ConversionDetails): IDataObject[] =>
	addUp(
		conversionDetails.map(({ originalDecision, newDecision }) => ({
			rowType: 'total',
			originalDecision,
			newDecision,
			conversionCount: 1,
		})),
	);
