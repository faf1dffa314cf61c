import { useSandbox } from '../../support/sandbox';
import { faultyFields, NOW } from './bodies';

const URL = '/reporting/v3/report-definitions';
const NAMES = [
	'TransactionRequestClass',
	'PaymentBatchDetailClass',
	'ExceptionDetailClass',
	'ProcessorSettlementDetailClass',
	'ProcessorEventsDetailClass',
	'FundingDetailClass',
	'AgingDetailClass',
	'ChargebackAndRetrievalDetailClass',
	'DepositDetailClass',
	'FeeDetailClass',
	'InvoiceSummaryClass',
	'PayerAuthDetailClass',
	'ConversionDetailClass',
	'SubscriptionDetailClass',
	'ServiceFeeDetailClass',
	'GatewayTransactionRequestClass',
	'FraudDecisionEventDetailClass',
	'RecurringBillingDetailClass',
];

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
		const wrong = await sandbox.call('GET', `${URL}?subscriptionType=MODERN`);
		expect(wrong.status).toBe(400);
		expect(faultyFields(wrong)).toEqual(['subscriptionType']);
	});

	it('refuses a query parameter that it does not know', async () => {
		const answer = await sandbox.call('GET', `${URL}?organisationId=merchant_one`);
		expect(answer.status).toBe(400);
		expect(faultyFields(answer)).toEqual(['organisationId']);
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
		expect(answer.status).toBe(404);
		expect(answer.body).toMatchObject({
			reason: 'NOT_FOUND',
			message: 'Report not found: there is no definition WeatherDetailClass.',
		});
	});
});
