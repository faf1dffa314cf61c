import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { resetBody } from '../../../shared/invoice/settings';
import { simplifyField } from '../../../shared/editor/listFields';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { found } from '../../../shared/transport';
import { optionsOf } from '../common/options';
import { read } from '../common/parameters';
import { refuseErrors } from '../common/refuse';
import { settingsRequests } from '../common/service';
import { settingsItem } from '../common/settingsOutput';

const OPERATION = 'Reset invoice settings';

export const description: INodeProperties[] = showFor(
	{ resource: ['invoiceSettings'], operation: ['reset'] },
	[
		{
			displayName: 'Settings to Reset',
			name: 'resetSettings',
			type: 'multiOptions',
			required: true,
			default: [],
			description: 'The settings that go back to their defaults',
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
				'The labels of the payment page cannot be reset. Use Update to give them another text or to show them again.',
			name: 'labelsNotice',
			type: 'notice',
			default: '',
		},
		simplifyField,
		optionsOf(),
	],
);

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const names = [read<string | string[]>(run, 'resetSettings', [])].flat();
	const { body, problems } = resetBody(names);
	refuseErrors(run, OPERATION, problems);
	const request = settingsRequests.update(OPERATION, body);
	return [settingsItem(run, found(await run.transport.json<IDataObject>(request)))];
}
