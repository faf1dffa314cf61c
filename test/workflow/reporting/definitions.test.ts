import { byName, json, refusal, useBench } from './harness';

const bench = useBench();

describe('Report Definition: Get Many', () => {
	it('asks for the list of a type of subscription and returns each definition', async () => {
		const options = { subscriptionType: 'CUSTOM' };
		const run = await bench.act('reportDefinition', 'getAll', { limit: 18, options });
		expect(json(run)).toHaveLength(18);
		expect(run.hints).toEqual([]);
		expect(json(run)[0]).toEqual({
			reportDefinitionName: 'TransactionRequestClass',
			reportDefinitionId: 210,
			description: 'Transaction Request Report',
			supportedFormats: 'application/xml, text/csv',
			subscriptionType: 'CUSTOM',
			type: 'reportDefinition',
		});
		expect(await bench.received()).toEqual([
			{
				request: 'GET /reporting/v3/report-definitions?subscriptionType=CUSTOM',
				accept: 'application/json',
			},
		]);
	});

	it('returns no more than the limit', async () => {
		const run = await bench.act('reportDefinition', 'getAll', { limit: 2 });
		expect(run.items).toHaveLength(2);
		expect(run.hints[0]).toBe(
			'These are 2 of 18 report definitions. Turn on Return All to get all of them.',
		);
	});
});

describe('Report Definition: Get', () => {
	const parameters = { reportDefinitionName: byName('FundingDetailClass') };

	it('asks for one definition as chosen, and returns it with its attributes', async () => {
		const options = { download: true, reportMimeType: 'text/csv', subscriptionType: 'CUSTOM' };
		const raw = { ...parameters, definitionOutput: 'definition', options };
		const [definition] = json(await bench.act('reportDefinition', 'get', raw));
		expect(definition).toMatchObject({ reportDefintionName: 'FundingDetailClass' });
		expect((definition.attributes as unknown[]).length).toBeGreaterThan(5);
		expect(await bench.received()).toEqual([
			{
				request:
					'GET /reporting/v3/report-definitions/FundingDetailClass?download=true&reportMimeType=text%2Fcsv&subscriptionType=CUSTOM',
				accept: 'application/json',
			},
		]);
	});

	it('returns an item per attribute by default', async () => {
		const run = await bench.act('reportDefinition', 'get', parameters);
		expect(json(run).length).toBeGreaterThan(5);
		expect(json(run)[0]).toMatchObject({
			reportDefinitionName: 'FundingDetailClass',
			id: expect.any(String) as string,
			required: expect.any(Boolean) as boolean,
		});
		const body = { attributes: [{ id: 'A' }] };
		await bench.sandbox.control.fault({ kind: 'status', status: 200, body });
		expect(json(await bench.act('reportDefinition', 'get', parameters))).toEqual([
			{ reportDefinitionName: 'FundingDetailClass', id: 'A' },
		]);
	});

	it('says that there is no such definition', async () => {
		const run = await bench.act('reportDefinition', 'get', {
			reportDefinitionName: byName('NoSuchClass'),
		});
		expect(refusal(run)).toMatch(
			/^Get report definition "NoSuchClass": .*no definition NoSuchClass/,
		);
	});

	it('refuses an empty name before anything is sent', async () => {
		const run = await bench.act('reportDefinition', 'get', { reportDefinitionName: byName(' ') });
		expect(refusal(run)).toBe('Report Definition: choose one from the list, or enter it');
		expect(await bench.received()).toEqual([]);
	});
});
