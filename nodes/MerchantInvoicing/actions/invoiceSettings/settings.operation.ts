import { sortedByName } from '../../../shared/node/fields';
import { readOutput, shown } from '../../../shared/node/output';
import { given, read, readCollection } from '../../../shared/node/parameters';
import { operation, type Resource } from '../../../shared/node/resource';
import { checked, refusal } from '../../../shared/problem';
import { Invoicing } from '../../../shared/service/invoicing';
import {
	isEmptyBody,
	type LabelRow,
	readLabels,
	readLogo,
	resetBody,
	RESETTABLE,
	settingsBody,
	settingsRow,
	withLogo,
} from './settings';
import { settingsField, settingsOutputFields } from './settingsFields';

const get = operation({
	name: 'Get',
	action: 'Get invoice settings',
	description: 'Get the current settings of the payment page and the emails',
	subtitle: 'Get Invoice Settings',
	fields: settingsOutputFields,

	prepare: (item) => ({ output: readOutput(item) }),

	async carryOut({ output }, { transport }) {
		const answer = await new Invoicing(transport).settings();
		return [{ json: shown(answer, output, settingsRow) }];
	},
});

const update = operation({
	name: 'Update',
	action: 'Update invoice settings',
	description: 'Change branding, labels, redirects, emails, language or security',
	subtitle: 'Update Invoice Settings',
	fields: [settingsField, ...settingsOutputFields],

	prepare(item) {
		const { labels, logoBinaryProperty, ...fields } = readCollection(item, 'settings');
		const logoFile = given(logoBinaryProperty, 'Logo From Input Field');
		if (logoFile !== undefined) item.context.helpers.assertBinaryData(item.index, logoFile);
		const rows = (labels as { label?: LabelRow[] } | undefined)?.label ?? [];
		const body = checked(settingsBody({ fields, labels: readLabels(rows) }));
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

const reset = operation({
	name: 'Reset',
	action: 'Reset invoice settings',
	description: 'Reset settings to their defaults',
	subtitle: 'Reset Invoice Settings',
	fields: [
		{
			displayName: 'Settings to Reset',
			name: 'resetSettings',
			type: 'multiOptions',
			required: true,
			default: [],
			options: sortedByName(
				Object.entries(RESETTABLE).map(([value, { label: name }]) => ({ name, value })),
			),
		},
		{
			displayName: "Reset doesn't change the labels of the payment page. Use Update for them.",
			name: 'labelsNotice',
			type: 'notice',
			default: '',
		},
		...settingsOutputFields,
	],

	prepare: (item) => ({
		body: checked(resetBody([read<string | string[]>(item, 'resetSettings', [])].flat())),
		output: readOutput(item),
	}),

	async carryOut({ body, output }, { transport }) {
		const answer = await new Invoicing(transport).changeSettings(body, 'Reset invoice settings');
		return [{ json: shown(answer, output, settingsRow) }];
	},
});

export const invoiceSettings: Resource = {
	name: 'Invoice Settings',
	value: 'invoiceSettings',
	default: 'get',
	operations: { get, remove: reset, update },
};
