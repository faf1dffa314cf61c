import { useSandbox } from '../../support/sandbox';
import { expectRefused, NOW } from './bodies';

const URL = '/reporting/v3/report-definitions';
/** In the order of the specification, without the word Class at the end. */
const NAMES = `TransactionRequest PaymentBatchDetail ExceptionDetail ProcessorSettlementDetail
	ProcessorEventsDetail FundingDetail AgingDetail ChargebackAndRetrievalDetail DepositDetail
	FeeDetail InvoiceSummary PayerAuthDetail ConversionDetail SubscriptionDetail
	ServiceFeeDetail GatewayTransactionRequest FraudDecisionEventDetail RecurringBillingDetail`
	.split(/\s+/)
	.map((name) => `${name}Class`);

interface Attribute {
	id: string;
	supportedType: string;
}

const sandbox = useSandbox('all', { now: NOW });

const attributesOf = async (name: string): Promise<Attribute[]> =>
	(await sandbox.call<{ attributes: Attribute[] }>('GET', `${URL}/${name}`)).body.attributes;

describe('GET report-definitions', () => {
	it('lists the 18 definitions, numbered from 210 in the order of the specification', async () => {
		const { body } = await sandbox.call<{ reportDefinitions: Array<Record<string, unknown>> }>(
			'GET',
			URL,
		);
		expect(body.reportDefinitions.map((each) => each.reportDefintionName)).toEqual(NAMES);
		expect(body.reportDefinitions.map((each) => each.reportDefinitionId)).toEqual(
			NAMES.map((_, index) => 210 + index),
		);
		expect(body.reportDefinitions[0]).toMatchObject({
			supportedFormats: ['application/xml', 'text/csv'],
			description: 'Transaction Request Report',
			subscriptionType: 'CUSTOM',
		});
	});

	it('takes subscriptionType CLASSIC, CUSTOM and STANDARD and no other', async () => {
		for (const type of ['CLASSIC', 'CUSTOM', 'STANDARD']) {
			const answer = await sandbox.call('GET', `${URL}?subscriptionType=${type}`);
			expect(answer.body.reportDefinitions).toContainEqual(
				expect.objectContaining({ subscriptionType: type }),
			);
		}
		const wrong = sandbox.call('GET', `${URL}?subscriptionType=MODERN`);
		await expectRefused(wrong, 'subscriptionType');
	});
});

describe('GET report-definitions/{reportDefinitionName}', () => {
	it.each(NAMES)('gives %s with attributes, each named once', async (name) => {
		const attributes = await attributesOf(name);
		const ids = attributes.map(({ id }) => id);
		expect(ids).toContain('Request.RequestID');
		expect(new Set(ids).size).toBe(ids.length);
		expect(attributes.every(({ supportedType }) => supportedType !== '')).toBe(true);
	});

	it('writes fields of a prefixed group as Group.Field and others by their bare name', async () => {
		const ids = (await attributesOf('ChargebackAndRetrievalDetailClass')).map(({ id }) => id);
		expect(ids).toEqual(
			expect.arrayContaining(['PaymentMethod.CardType', 'ChargebackAmount', 'ResolvedToIndicato']),
		);
	});

	it('answers 404 to a definition that does not exist', async () => {
		const answer = await sandbox.call('GET', `${URL}/WeatherDetailClass`);
		const message = 'Report not found: there is no definition WeatherDetailClass.';
		expect(answer).toMatchObject({ status: 404, body: { reason: 'NOT_FOUND', message } });
	});
});
