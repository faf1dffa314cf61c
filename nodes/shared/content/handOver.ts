import type { INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { ReportProblem } from '../report/problem';
import type { ContentChoices } from './choices';
import type { ReportContext, ReportSource } from './source';
import { storeFile } from './storeFile';

/** Makes of a downloaded report what the user chose: a file, rows, batches, totals. */
export async function handOver(
	context: ReportContext,
	source: ReportSource,
	choices: ContentChoices,
): Promise<INodeExecutionData[]> {
	try {
		if (choices.output === 'file') {
			const file = await storeFile(context, source);
			return [{ json: { ...source.metadata }, binary: { [choices.binaryPropertyName]: file } }];
		}
		throw new ReportProblem('Rows are on their way', 'Choose File for now.');
	} catch (error) {
		throw toNodeError(context, error);
	}
}

function toNodeError(context: ReportContext, error: unknown): unknown {
	if (!(error instanceof ReportProblem)) return error;
	const { message, description } = error;
	return new NodeOperationError(context.getNode(), message, { description });
}
