import { readOutput, shown } from '../../../shared/node/output';
import { read, readCollection, readText } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import { checked, refusal } from '../../../shared/problem';
import { Invoicing } from '../../../shared/service/invoicing';
import type { LabelRow } from '../../settings/labels';
import { readLabels } from '../../settings/labels';
import { readBase64Logo, readLogo } from '../../settings/logo';
import { isEmptyBody, settingsBody, settingsRow, withLogo } from '../../settings/settings';
import { optionsOf } from '../options';
import { settingsOutputFields } from './output';
import { settingsGroups } from './settingsFields';

export const update = operation({
	name: 'Update',
	action: 'Update invoice settings',
	description: 'Change branding, labels, redirects, emails, language or security',
	subtitle: 'Update Invoice Settings',
	fields: [
		{
			displayName:
				'The node changes only what you add here. To reset a setting to its default, use Reset.',
			name: 'settingsNotice',
			type: 'notice',
			default: '',
		},
		...settingsGroups,
		...settingsOutputFields,
		optionsOf(),
	],

	prepare(item) {
		const logoSource = read<string>(item, 'logoSource', 'none');
		const logoFile = logoSource === 'binary' ? readFileName(item) : undefined;
		const body = checked(
			settingsBody({
				fields: Object.assign(
					{},
					...COLLECTIONS.map(({ name }) => readCollection(item, name)),
				) as object,
				logo: logoSource === 'base64' ? readBase64Logo(readText(item, 'logoBase64')) : undefined,
				labels: readLabels(read<{ label?: LabelRow[] }>(item, 'labels', {}).label ?? []),
			}),
		);
		if (logoFile === undefined && isEmptyBody(body)) {
			throw refusal('No setting was entered, so there is nothing to change');
		}
		return { body, logoFile, output: readOutput(item) };
	},

	async carryOut({ body, logoFile, output }, { context, index, transport }) {
		let whole = body;
		if (logoFile !== undefined) {
			const bytes = await context.helpers.getBinaryDataBuffer(index, logoFile);
			whole = withLogo(body, checked(readLogo(bytes), 'The settings were not changed.'));
		}
		const answer = await new Invoicing(transport).changeSettings(whole, 'Update invoice settings');
		return [{ json: shown(answer, output, settingsRow) }];
	},
});

/** The groups whose entries are settings by their own names. */
const COLLECTIONS = settingsGroups.filter(({ type }) => type === 'collection');

/** The input field with the image, if the input has one. */
function readFileName(item: Item): string {
	const name = read<string>(item, 'logoBinaryProperty', 'data');
	item.context.helpers.assertBinaryData(item.index, name);
	return name;
}
