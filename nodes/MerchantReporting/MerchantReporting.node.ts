import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { runMaskedForAgent, showCustomerField } from '../shared/node/agent';
import { authenticationField, buildProperties, buildSubtitle } from '../shared/node/fields';
import { searchCurrencies } from '../shared/node/currency';
import { runItems } from '../shared/node/items';
import { merchantApiTest } from '../shared/service/credentialTest';
import { conversionDetail } from './actions/onDemandReport/conversionDetail.operation';
import { netFunding } from './actions/onDemandReport/netFunding.operation';
import { paymentBatchSummary } from './actions/onDemandReport/paymentBatchSummary.operation';
import { purchaseRefundDetail } from './actions/onDemandReport/purchaseRefundDetail.operation';
import { reconciliation } from './actions/reconciliation/reconcile.operation';
import { report } from './actions/report/Report.resource';
import { reportDefinition } from './actions/reportDefinition/definitions.operation';
import { reportSubscription } from './actions/reportSubscription/subscriptions.operation';
import * as listSearch from './methods/listSearch';
import * as loadOptions from './methods/loadOptions';

const RESOURCES = [
	reportDefinition,
	reportSubscription,
	report,
	conversionDetail,
	netFunding,
	paymentBatchSummary,
	purchaseRefundDetail,
	reconciliation,
];

export class MerchantReporting implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Merchant Reporting',
		name: 'merchantReporting',
		icon: { light: 'file:merchantReporting.svg', dark: 'file:merchantReporting.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: buildSubtitle(RESOURCES),
		description:
			'Get what you earned and what reaches your bank, from the reports of your merchant account',
		defaults: { name: 'Merchant Reporting' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		hints: [
			{
				message:
					'To start a workflow whenever a report is ready, add the <b>Merchant Services Trigger</b> node.',
				location: 'outputPane',
				whenToDisplay: 'beforeExecution',
				displayCondition:
					'={{ $parameter["resource"] === "report" && $parameter["operation"] === "getAll" }}',
			},
		],
		credentials: [
			{
				name: 'merchantApi',
				required: true,
				testedBy: 'merchantApiTest',
				displayOptions: { show: { authentication: ['tokenOrKey'] } },
			},
			{
				name: 'merchantOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
		],
		properties: [authenticationField, ...buildProperties(RESOURCES, 'report'), showCustomerField],
	};

	methods = {
		credentialTest: { merchantApiTest },
		listSearch: { ...listSearch, searchCurrencies },
		loadOptions,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runMaskedForAgent(this, async () => await runItems(this, RESOURCES));
	}
}
