import fc from 'fast-check';
import { cases } from '../../support/long';
import { byNumber, useInvoicing } from './invoicing';

const invoicing = useInvoicing('all');
beforeAll(async () => {
	await invoicing.sandbox.control.send('PUT', '/fraud-management', { enabled: true });
});

const CREATIONS = ['draft', 'emailDraft', 'emailNow', 'share'];
/** What the user does through the node, and what others do behind its back. */
const STEPS = [
	'cancel',
	'publish',
	'send',
	'deliver by email',
	'deliver by link',
	'customer pays a part',
	'customer pays all',
	'customer pays into review',
	'merchant accepts',
	'merchant rejects',
] as const;
type Step = (typeof STEPS)[number];

const SEGMENTS: Partial<Record<Step, string>> = {
	cancel: 'cancelation',
	publish: 'publication',
	send: 'delivery',
};

const CONTROL: Partial<Record<Step, [string, object]>> = {
	'customer pays a part': ['pay', { amount: '0.50' }],
	'customer pays all': ['pay', {}],
	'customer pays into review': ['review', {}],
	'merchant accepts': ['accept', {}],
	'merchant rejects': ['reject', {}],
};

const controls = async (number: string, [call, body]: [string, object]) => {
	const answer = await invoicing.sandbox.call('POST', `/_sandbox/invoices/${number}/${call}`, {
		body,
	});
	return answer.status < 400;
};

/** Takes the step through the node; tells whether the node let it happen. */
async function byNode(step: Step, number: string): Promise<boolean> {
	const parameters = byNumber(number);
	const changes = { deliveryMode: step === 'deliver by email' ? 'email' : 'none' };
	const { error } = SEGMENTS[step]
		? await invoicing.run('invoice', step, parameters)
		: await invoicing.run('invoice', 'update', { ...parameters, changes });
	return error === undefined;
}

describe('random walks through the life of an invoice', () => {
	it('the node shows at every step what the service has, and refuses what the service would', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...CREATIONS),
				fc.array(fc.constantFrom(...STEPS), { minLength: 4, maxLength: 12 }),
				async (delivery, steps) => {
					const number = await invoicing.create({
						delivery,
						additionalFields: { allowPartialPayments: true },
					});
					for (const step of steps) {
						const control = CONTROL[step];
						if (control !== undefined) await controls(number, control);
						else {
							const before = await invoicing.record(number);
							await invoicing.sandbox.control.clearRequests();
							const happened = await byNode(step, number);
							const changes = await invoicing.changes();
							// Whatever the node sent, the service accepted; whatever it refused, it did not send.
							expect(changes.map(({ status }) => status! < 400)).toEqual(changes.map(() => true));
							if (!happened) {
								expect(changes).toEqual([]);
								expect((await invoicing.record(number)).status).toBe(before.status);
								await expectRefusedByService(step, number);
							}
						}
						const record = await invoicing.record(number);
						const seen = await invoicing.invoice(
							'get',
							{ ...byNumber(number), itemOutput: 'raw' },
							{ options: { amounts: 'number' } },
						);
						expect(withAmountsAsNumbers(seen)).toMatchObject(
							withAmountsAsNumbers({
								status: record.status,
								invoiceInformation: record.invoiceInformation,
								orderInformation: record.orderInformation,
								invoiceHistory: record.invoiceHistory,
							}),
						);
					}
				},
			),
			{ numRuns: cases(8) },
		);
	}, 240_000);
});

/** The record of the sandbox keeps 99.80 as text. */
const withAmountsAsNumbers = (record: object): object =>
	JSON.parse(JSON.stringify(record), (_key, value: unknown) =>
		typeof value === 'string' && /^\d+\.\d+$/.test(value) ? Number(value) : value,
	) as object;

/** What the node refuses, the service refuses too, when it is asked directly. */
async function expectRefusedByService(step: Step, number: string): Promise<void> {
	const segment = SEGMENTS[step];
	if (segment === undefined) return;
	const path = `/invoicing/v2/invoices/${number}/${segment}`;
	expect((await invoicing.sandbox.call('POST', path, { body: {} })).status).toBe(400);
}
