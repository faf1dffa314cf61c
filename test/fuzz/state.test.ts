import fc from 'fast-check';

import { MerchantServicesTrigger } from '../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { withDefaults } from '../support/engine';
import { PollingWorkflow } from '../support/polling';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { Invoices } from '../workflow/trigger/invoices';
import { fuzz } from './fuzz';

const junk = fc.oneof(
	fc.jsonValue({ maxDepth: 2 }),
	fc.constantFrom('__proto__', -1, 1e308, '2026-13-45T00:00:00Z', '', [], {}, [[]], '|||'),
);

/** Static data in which one value somewhere was replaced. */
function damage(state: unknown, at: number, value: unknown): unknown {
	const places: Array<[Record<string, unknown>, string]> = [];
	const copy = structuredClone({ state });
	const walk = (inner: unknown) => {
		if (typeof inner !== 'object' || inner === null) return;
		for (const name of Object.keys(inner)) {
			places.push([inner as Record<string, unknown>, name]);
			walk((inner as Record<string, unknown>)[name]);
		}
	};
	walk(copy);
	const [holder, name] = places[at % places.length];
	holder[name] = value;
	return copy.state;
}

const RAW = /^(Type|Range|Reference|Syntax)Error$/;

/** A poll wraps whatever it fails with into an error of n8n. */
const causeOf = (error: Error): Error =>
	error.cause instanceof Error ? causeOf(error.cause) : error;

const node = new MerchantServicesTrigger();

describe.each(['newReport', 'invoiceStatusChanged'])('The memory of %s', (event) => {
	let sandbox: TestSandbox;
	let saved: Record<string, unknown>;
	const watch = () =>
		new PollingWorkflow({
			node,
			address: sandbox.address,
			token: sandbox.token,
			parameters: withDefaults(node, { event, options: { health: 'changes' } }),
		});
	beforeAll(async () => {
		sandbox = await startTestSandbox();
		const invoices = new Invoices(sandbox);
		for (const number of ['A', 'B', 'C']) await invoices.create(number);
		await sandbox.control.makeReports({
			reportName: 'Old',
			status: 'COMPLETED',
			rows: 1,
			count: 3,
		});
		const workflow = watch();
		await workflow.activate();
		await invoices.pay('A', '10.00');
		await workflow.poll();
		saved = JSON.parse(JSON.stringify(workflow.state)) as Record<string, unknown>;
	});
	afterAll(async () => await sandbox.stop());

	fuzz(
		'lets a poll go on, or fail in words',
		fc.tuple(fc.nat(500), junk),
		async ([at, value]) => {
			const workflow = watch();
			workflow.saved = JSON.stringify({ 'node:Trigger': damage(saved, at, value) });
			await workflow.pollFromSaved();
			expect(workflow.errors.map(causeOf).filter(({ name }) => RAW.test(name))).toEqual([]);
		},
		// A beginning in 1970 makes hundreds of requests, which the sandbox in this process answers.
		{ share: 0.1 },
	);
});
