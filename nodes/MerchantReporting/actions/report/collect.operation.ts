import { contentFields, contentOptions } from '../../../shared/content/choices';
import { readText } from '../../../shared/node/parameters';
import { readAll } from '../../../shared/problem';
import { Reporting } from '../../../shared/service/reporting';
import { readRequestedContent } from '../common/download';
import { failIfEmptyOption, reportingOperation } from '../common/fields';
import { advanceOrder, downloadOrder, isOrderReady, orderItem, readOrderId } from './oneTime';

export const collect = reportingOperation({
	name: 'Collect',
	action: 'Collect one-time report',
	description: 'Get a one-time report that you ordered before, with all its parts, or its status',
	subtitle: 'Collect One-Time Report',
	builderHint: 'Use it only with the orderId that create returned with Wait off.',
	fields: [
		{
			displayName:
				'If the report is not ready, you get one item with "ready": false and the "orderId" to try again with. Put a Wait node before this one and loop back to it.',
			name: 'collectNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Order ID',
			name: 'orderId',
			type: 'string',
			default: '={{ $json.orderId }}',
			required: true,
			description:
				'The value "orderId" from Create One-Time with Wait Until Ready turned off, or from an earlier Collect',
		},
		...contentFields(),
	],
	options: [...contentOptions(), failIfEmptyOption],
	prepare: (item) =>
		readAll({
			ordered: () => readOrderId(readText(item, 'orderId')),
			requested: () => readRequestedContent(item),
		}),
	carryOut: async ({ ordered, requested }, run) => {
		const organizationId = run.reporting.organizationId || ordered.organizationId;
		const reporting = new Reporting(run.transport, organizationId);
		const order = await advanceOrder(reporting, ordered);
		return isOrderReady(order)
			? await downloadOrder({ ...run, reporting }, order, requested)
			: [orderItem(order)];
	},
});
