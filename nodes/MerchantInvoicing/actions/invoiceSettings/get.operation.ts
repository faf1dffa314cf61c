import { simplifyField } from '../../../shared/node/fields';
import { readFlag } from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import { Invoicing } from '../../../shared/service/invoicing';
import { showSettings } from '../../settings/settings';
import { optionsOf } from '../options';

export const get = operation({
	name: 'Get',
	action: 'Get invoice settings',
	description: 'Show how the payment page and the emails look and behave at present',
	subtitle: 'Get Invoice Settings',
	fields: [simplifyField, optionsOf()],

	prepare: (item) => ({ simplify: readFlag(item, 'simplify', true) }),

	async carryOut({ simplify }, { transport }) {
		const answer = await new Invoicing(transport).settings();
		return [{ json: showSettings(answer, simplify) }];
	},
});
