import type { IDataObject } from 'n8n-workflow';

import { MerchantServicesTrigger } from '../../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { withDefaults } from '../../support/engine';
import { PollingWorkflow, type PollingOptions } from '../../support/polling';
import type { TestSandbox } from '../../support/sandbox';

export const triggerNode = new MerchantServicesTrigger();

/** The parameters of the trigger as the editor saves them. */
export const triggerParameters = (parameters: IDataObject): IDataObject =>
	withDefaults(triggerNode, parameters);

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
