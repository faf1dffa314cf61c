import type { INodeExecutionData } from 'n8n-workflow';
import type { ContentChoices } from '../../../shared/content';
import type { ItemRun } from '../../../shared/items';
import { utcText, type Period } from '../../../shared/period';
import type { ServiceRequest } from '../../../shared/transport';
import { download } from '../common/download';

/** An on-demand report in CSV or XML, as the user wants it; its name says what it covers. */
export const asFile = async (
	run: ItemRun,
	request: ServiceRequest,
	content: ContentChoices,
	title: string,
	{ start, end }: Period,
): Promise<INodeExecutionData[]> =>
	await download(run, request, content, {
		fileName: `${title} ${start.toFormat('yyyy-MM-dd HHmm')} to ${end.toFormat('yyyy-MM-dd HHmm')}`,
		metadata: { reportName: title, startTime: utcText(start), endTime: utcText(end) },
	});
