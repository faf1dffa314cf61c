import { sortedByName } from '../../../shared/node/fields';
import { readOutput, shown } from '../../../shared/node/output';
import { read } from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import { checked } from '../../../shared/problem';
import { Invoicing } from '../../../shared/service/invoicing';
import { resetBody, RESETTABLE, settingsRow } from '../../settings/settings';
import { settingsOutputFields } from './settingsFields';

export const reset = operation({
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
