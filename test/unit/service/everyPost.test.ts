import { AsyncLocalStorage } from 'node:async_hooks';

import { invoice } from '../../../nodes/MerchantInvoicing/actions/invoice/Invoice.resource';
import { invoiceSettings } from '../../../nodes/MerchantInvoicing/actions/invoiceSettings/settings.operation';
import { report } from '../../../nodes/MerchantReporting/actions/report/Report.resource';
import { reportDefinition } from '../../../nodes/MerchantReporting/actions/reportDefinition/definitions.operation';
import { reportSubscription } from '../../../nodes/MerchantReporting/actions/reportSubscription/subscriptions.operation';
import type { Resource } from '../../../nodes/shared/node/resource';
import type * as OnceModule from '../../../nodes/shared/service/once';
import { Transport } from '../../../nodes/shared/transport/transport';
import { ACTION_EXAMPLES, runAction } from '../../support/actionExamples';
import { useSandbox } from '../../support/sandbox';
import { NOW, useFixedTime } from '../../workflow/reporting/harness';

const mockInsideOnce = new AsyncLocalStorage<true>();

jest.mock('../../../nodes/shared/service/once', () => {
	const actual = jest.requireActual<typeof OnceModule>('../../../nodes/shared/service/once');
	const sendOnce: typeof actual.sendOnce = async (transport, request) =>
		await actual.sendOnce(transport, {
			...request,
			send: async () => await mockInsideOnce.run(true, request.send),
		});
	return { ...actual, sendOnce };
});

const RESOURCES: Record<string, Resource> = {
	...{ invoice, invoiceSettings },
	...{ report, reportDefinition, reportSubscription },
};

/** A report that was ordered is found by another run, which orders no second one. */
const FOUND_AGAIN = ['report/create'];

const sandbox = useSandbox('all', { now: NOW, quarter: true });
useFixedTime();
let sentOnce = 0;
beforeEach(() => {
	const send = Reflect.get(Transport.prototype, 'json') as (...all: unknown[]) => unknown;
	jest.spyOn(Transport.prototype, 'json').mockImplementation(async function (
		this: Transport,
		...all
	) {
		if (all[0].method === 'POST' && mockInsideOnce.getStore()) sentOnce++;
		return await send.apply(this, all);
	});
});

const ACTIONS = Object.values(ACTION_EXAMPLES).flatMap(({ node, actions }) =>
	Object.entries(actions).map(([action, example]) => ({ node, action, example })),
);

/** test/workflow/schemas has an example of every action. */
describe('An action that creates or moves something', () => {
	const posting: string[] = [];

	it.each(ACTIONS)(
		'$action sends it through once, and says what is done',
		async ({ node, action, example }) => {
			const parameters = await example(sandbox);
			await sandbox.control.clearRequests();
			sentOnce = 0;
			const { error } = await runAction(node, action, parameters, sandbox);
			expect(error).toBeUndefined();
			const posts = (await sandbox.control.requests()).filter(({ method }) => method === 'POST');
			const sent = `${action} sends ${posts.length} POST requests`;
			expect(`${sent}, ${sentOnce} of them through sendOnce()`).toBe(
				`${sent}, ${posts.length} of them through sendOnce()`,
			);
			if (posts.length === 0) return;
			posting.push(action);
			const [resource, name] = action.split('/');
			const { done } = RESOURCES[resource].operations[name];
			const saysIt = FOUND_AGAIN.includes(action) || done !== undefined;
			expect([action, saysIt ? 'has done' : 'has no done: say what it has done']).toEqual([
				action,
				'has done',
			]);
		},
	);

	it('is among them', () => {
		expect(posting).toContain('invoice/create');
		expect(posting).toContain('report/create');
	});
});
