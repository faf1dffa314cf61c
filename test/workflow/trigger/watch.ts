import type { IDataObject } from 'n8n-workflow';

import { MerchantServicesTrigger } from '../../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { withDefaults } from '../../support/engine';
import { PollingWorkflow, type PollingOptions } from '../../support/polling';
import type { TestSandbox } from '../../support/sandbox';

export const triggerNode = new MerchantServicesTrigger();

/** The parameters of the trigger as the editor saves them. */
export const triggerParameters = (parameters: IDataObject): IDataObject =>
	withDefaults(triggerNode, parameters);

/** Each event with what it was before and after. */
export const WITH_STATUSES: IDataObject = {
	itemOutput: 'selected',
	itemFields: [
		'change',
		'previousStatus',
		'newStatus',
		'totalAmount',
		'balanceAmount',
		'paymentAmount',
		'changedAt',
		'eventId',
	],
};

/** A workflow that watches the sandbox, not yet active. */
export const watchSandbox = (
	{ address, token }: TestSandbox,
	parameters: IDataObject,
	options: Partial<PollingOptions> = {},
): PollingWorkflow =>
	new PollingWorkflow({
		node: triggerNode,
		address,
		token,
		parameters: triggerParameters(parameters),
		...options,
	});

/** The clock of n8n and of a sandbox that is started after it, which a test moves ahead by milliseconds. */
export function useMovableClock(): { ahead: number } {
	const clock = { ahead: 0 };
	beforeEach(() => {
		clock.ahead = 0;
		jest
			.spyOn(Date, 'now')
			.mockImplementation(() =>
				Math.round(performance.timeOrigin + performance.now() + clock.ahead),
			);
	});
	return clock;
}
