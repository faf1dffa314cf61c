import { readOutput, shown } from '../../../shared/node/output';
import { given, readCollection } from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import { checked, refusal } from '../../../shared/problem';
import { Invoicing } from '../../../shared/service/invoicing';
import type { LabelRow } from '../../settings/labels';
import { readLabels } from '../../settings/labels';
import { readLogo } from '../../settings/logo';
import { isEmptyBody, settingsBody, settingsRow, withLogo } from '../../settings/settings';
import { settingsField, settingsOutputFields } from './settingsFields';

export const update = operation({
	name: 'Update',
	action: 'Update invoice settings',
	description: 'Change branding, labels, redirects, emails, language or security',
	subtitle: 'Update Invoice Settings',
	fields: [settingsField, ...settingsOutputFields],

	prepare(item) {
		const { labels, logoBinaryProperty, ...fields } = readCollection(item, 'settings');
		const logoFile = given(logoBinaryProperty, 'Logo From Input Field');
		if (logoFile !== undefined) item.context.helpers.assertBinaryData(item.index, logoFile);
		const body = checked(
			settingsBody({
				fields,
				labels: readLabels((labels as { label?: LabelRow[] } | undefined)?.label ?? []),
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
