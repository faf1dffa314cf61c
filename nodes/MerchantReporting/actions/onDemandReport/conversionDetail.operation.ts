import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { contentFields } from '../../../shared/content';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { utcText, type Period } from '../../../shared/period';
import { found, type ServiceRequest } from '../../../shared/transport';
import {
	conversionRows,
	joinConversions,
	totalRows,
	type ConversionDetails,
} from '../../onDemand/conversion';
import { readContent } from '../common/download';
import { failIfEmptyOption, optionsOf, splitOption } from '../common/options';
import { read, readOrganizationId } from '../common/parameters';
import { periodFields, readPeriod, readWindows } from '../common/period';
import { FILE_FORMATS, formatField, JSON_FORMAT, rowsField } from './fields';
import { asFile } from './file';
import { shapeOutput } from './rowsOutput';
import { eachWindow, unlessEmpty } from './windows';

const show = { resource: ['onDemandReport'], operation: ['conversionDetail'] };

export const description: INodeProperties[] = [
	...showFor(show, [
		...periodFields,
		formatField,
		{ ...rowsField, default: 'rows', displayOptions: { show: { format: ['application/json'] } } },
	]),
	...contentFields({ ...show, format: FILE_FORMATS }),
	...showFor(show, [optionsOf(failIfEmptyOption, splitOption)]),
];

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const period = readPeriod(run);
	const windows = readWindows(run, period);
	const format = read<string>(run, 'format', JSON_FORMAT);
	const request = ({ start, end }: Period): ServiceRequest => ({
		operation: 'Get conversion detail',
		method: 'GET',
		path: ['reporting', 'v3', 'conversion-details'],
		query: { startTime: utcText(start), endTime: utcText(end) },
		accept: format,
		organizationId: readOrganizationId(run),
	});

	if (format === JSON_FORMAT) {
		const answers = await eachWindow(run, windows, async (window) =>
			found(await run.transport.json<ConversionDetails>(request(window))),
		);
		return shapeOutput(run, period, answers, {
			join: joinConversions,
			rows: conversionRows,
			totals: totalRows,
		});
	}
	const content = readContent(run);
	const files = await eachWindow(
		run,
		windows,
		async (window) => await asFile(run, request(window), content, 'Conversion detail', window),
	);
	return unlessEmpty(run, period, files.flat());
}
