import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { LabelRow } from '../../../shared/invoice/labels';
import { readLabels } from '../../../shared/invoice/labels';
import { readBase64Logo, readLogo, type Logo } from '../../../shared/invoice/logo';
import { error } from '../../../shared/invoice/problems';
import { textOf } from '../../../shared/invoice/values';
import { settingsBody } from '../../../shared/invoice/settings';
import { simplifyField } from '../../../shared/editor/listFields';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { found } from '../../../shared/transport';
import { optionsOf } from '../common/options';
import { read, readCollection } from '../common/parameters';
import { refuseErrors, stop } from '../common/refuse';
import { settingsRequests } from '../common/service';
import { settingsItem } from '../common/settingsOutput';
import { SETTINGS_COLLECTIONS, settingsGroups } from './settingsFields';

const OPERATION = 'Update invoice settings';

export const description: INodeProperties[] = showFor(
	{ resource: ['invoiceSettings'], operation: ['update'] },
	[
		{
			displayName:
				'Only what you add here is changed. To take a setting back to its default, use Reset.',
			name: 'settingsNotice',
			type: 'notice',
			default: '',
		},
		...settingsGroups,
		simplifyField,
		optionsOf(),
	],
);

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const fields = Object.assign(
		{},
		...SETTINGS_COLLECTIONS.map((name) => readCollection(run, name)),
	) as IDataObject;
	const logo = await readLogoOf(run);
	const { labels, problems } = readLabels(
		read<{ label?: LabelRow[] }>(run, 'labels', {}).label ?? [],
	);
	const settings = settingsBody({
		fields,
		labels,
		logo: logo && 'base64' in logo ? logo.base64 : undefined,
	});
	refuseErrors(run, OPERATION, [
		...settings.problems,
		...(logo && 'fault' in logo ? [error('Logo', logo.fault)] : []),
		...problems,
	]);
	if (
		Object.values(settings.body).every((group) => Object.keys(Object(group) as object).length === 0)
	) {
		throw stop(run, `${OPERATION}: no setting was entered, so there is nothing to change`);
	}
	const request = settingsRequests.update(OPERATION, settings.body);
	return [settingsItem(run, found(await run.transport.json<IDataObject>(request)))];
}

async function readLogoOf(run: ItemRun): Promise<Logo | undefined> {
	const { context, index } = run;
	switch (read<string>(run, 'logoSource', 'none')) {
		case 'binary': {
			const property = read<string>(run, 'logoBinaryProperty', 'data');
			context.helpers.assertBinaryData(index, property);
			return readLogo(await context.helpers.getBinaryDataBuffer(index, property));
		}
		case 'base64':
			return readBase64Logo(textOf(read<unknown>(run, 'logoBase64', '')));
		default:
			return undefined;
	}
}
