import { readOutput, shown } from '../../../shared/node/output';
import { operation } from '../../../shared/node/resource';
import { Invoicing } from '../../../shared/service/invoicing';
import { settingsRow } from '../../settings/settings';
import { settingsOutputFields } from './settingsFields';

export const get = operation({
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
