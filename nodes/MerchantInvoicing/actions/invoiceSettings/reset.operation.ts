import { readOutput, shown } from '../../../shared/node/output';
import { read } from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import { checked } from '../../../shared/problem';
import { Invoicing } from '../../../shared/service/invoicing';
import { resetBody, settingsRow } from '../../settings/settings';
import { settingsOutputFields } from './output';

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
			options: [
				{ name: 'Business Name', value: 'merchantDisplayName' },
				{ name: 'Default Currency', value: 'defaultCurrencyCode' },
				{ name: 'Email Message', value: 'customEmailMessage' },
				{ name: 'Header Background Color', value: 'headerBackgroundColor' },
				{ name: 'Header Font Color', value: 'headerFontColor' },
				{ name: 'Language', value: 'deliveryLanguage' },
				{ name: 'Logo', value: 'merchantLogo' },
				{ name: 'Merchant Email', value: 'merchantEmail' },
				{ name: 'Notify Merchant of Payments', value: 'enableMerchantEmailNotifications' },
				{ name: 'Payer Authentication', value: 'payerAuthenticationInInvoicing' },
				{ name: 'Payment Accepted URL', value: 'paymentAccepted' },
				{ name: 'Payment Pending URL', value: 'paymentPending' },
				{ name: 'Payment Rejected URL', value: 'paymentRejected' },
				{ name: 'Save Customer Email', value: 'email' },
				{ name: 'Save Phone Number', value: 'phoneNumber' },
				{ name: 'Save Shipping Address', value: 'shipTo' },
				{ name: 'Send Reminders', value: 'enableReminders' },
				{ name: 'Show VAT Number', value: 'showVatNumber' },
				{ name: 'VAT Registration Number', value: 'vatRegistrationNumber' },
			],
		},
		{
			displayName:
				'The labels of the payment page cannot be reset. Use Update to rename them or show them again.',
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
