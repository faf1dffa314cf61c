import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { MerchantReporting } from '../../../nodes/MerchantReporting/MerchantReporting.node';
import { byId, byName, json, refusal, useBench } from './harness';

const bench = useBench();

const PROPERTIES = new MerchantReporting().description.properties;

/** What an action needs besides its dropdowns. */
const REQUIRED: IDataObject = {
	reportName: byName('Any'),
	report: byId('any'),
	reportDate: '2026-11-09',
	periodStart: '2026-11-01',
	periodEnd: '2026-11-02',
	reportInterval: 'PT2H',
	orderId: 'any',
	reportFields: ['Request.RequestID'],
};

type Dropdown = [resource: string, operation: string, label: string, parameters: IDataObject];

const WRONG = '={{ "no such choice" }}';

const isChoice = ({ type, options, allowArbitraryValues, noDataExpression }: INodeProperties) =>
	(type === 'boolean' ||
		((type === 'options' || type === 'multiOptions') && options !== undefined)) &&
	allowArbitraryValues !== true &&
	noDataExpression !== true;

/** The values that bring a field up. */
const shownBy = ({ displayOptions }: INodeProperties): IDataObject => {
	const values: IDataObject = {};
	for (const [name, allowed] of Object.entries(displayOptions?.show ?? {})) {
		const last = [...(allowed as unknown[])].pop();
		values[name.replace('/', '')] = last as string;
	}
	for (const name of Object.keys(displayOptions?.hide ?? {})) {
		if (name === '/output') values.output = 'totals';
	}
	return values;
};

/** Whether each output that brings up a list hides an option in it. */
const isNeverShown = (list: INodeProperties, option: INodeProperties): boolean => {
	const outputs = list.displayOptions?.show?.output;
	const hidden = option.displayOptions?.hide?.['/output'] ?? [];
	return outputs !== undefined && outputs.every((output) => hidden.includes(output));
};

function dropdowns(): Dropdown[] {
	const found: Dropdown[] = [];
	for (const field of PROPERTIES) {
		const { resource, operation } = (field.displayOptions?.show ?? {}) as Partial<
			Record<string, string[]>
		>;
		if (resource === undefined || operation === undefined) continue;
		const add = (label: string, parameters: IDataObject) =>
			found.push([resource[0], operation[0], label, { ...shownBy(field), ...parameters }]);
		if (isChoice(field)) add(field.displayName, { [field.name]: WRONG });
		if (field.type !== 'collection') continue;
		for (const part of (field.options ?? []) as INodeProperties[]) {
			if (isNeverShown(field, part)) continue;
			if (isChoice(part)) {
				add(part.displayName, { ...shownBy(part), [field.name]: { [part.name]: WRONG } });
			}
			if (part.type !== 'fixedCollection') continue;
			const isList = part.typeOptions?.multipleValues === true;
			for (const group of (part.options ?? []) as INodePropertyCollection[]) {
				for (const inner of group.values.filter(isChoice)) {
					const entry = { ...REQUIRED, column: 'A', field: 'A', values: 'x', [inner.name]: WRONG };
					add(`${group.displayName} 1, ${inner.displayName}`, {
						...shownBy(part),
						[field.name]: { [part.name]: { [group.name]: isList ? [entry] : entry } },
					});
				}
			}
		}
	}
	return found;
}

const ALL = dropdowns();

describe('every dropdown and switch', () => {
	it('refuses a value that it does not offer, with those it does, before anything is sent', async () => {
		const accepted: string[] = [];
		expect(ALL.length).toBeGreaterThan(80);
		for (const [resource, operation, label, parameters] of ALL) {
			const run = await bench.act(resource, operation, { ...REQUIRED, ...parameters });
			const words = run.error?.message ?? 'no error';
			const isTold =
				words.startsWith(`${label}: "no such choice" is`) &&
				/is neither true nor false|is not one of the choices\. Use one of: \S/.test(words);
			if (!isTold) accepted.push(`${resource} ${operation} ${label}: ${words}`);
		}
		expect(accepted).toEqual([]);
		expect(await bench.received()).toEqual([]);
	}, 120_000);
});

describe('a value that is offered', () => {
	it('is taken from an expression, also as text for a number', async () => {
		const run = await bench.act('netFunding', 'get', {
			period: '={{ "lastWeek" }}',
			weekStart: '={{ "7" }}',
			periodTimeZone: '={{ "" }}',
			output: '={{ "totals" }}',
			options: { failIfEmpty: '={{ false }}' },
		});
		expect(run.error).toBeUndefined();
		expect((await bench.received())[0].request).toContain('startTime=2026-11-01T');
	});

	it('is not asked of a field that is not shown', async () => {
		await bench.sandbox.control.traffic({ perDay: 3, from: '2026-11-01T00:00:00Z' });
		const run = await bench.act('netFunding', 'get', {
			period: '={{ "yesterday" }}',
			weekStart: '={{ "not shown" }}',
		});
		expect(json(run).length).toBeGreaterThan(0);
	});

	it('is not asked for where an optional field is left empty by an expression', async () => {
		const run = await bench.act('purchaseRefundDetail', 'get', {
			period: 'yesterday',
			options: { viewBy: '={{ "" }}' },
		});
		expect(run.error).toBeUndefined();
		expect((await bench.received())[0].request).not.toContain('viewBy');
	});

	it.each([
		['false', false],
		['TRUE', true],
	])(
		'is taken where a switch is given as text, as a sheet does: %s',
		async (written, returnAll) => {
			const act = async (value: unknown) =>
				json(
					await bench.act('reportDefinition', 'getAll', { returnAll: value as boolean, limit: 1 }),
				);
			expect(await act(`={{ "${written}" }}`)).toEqual(await act(returnAll));
		},
	);

	it.each([0, -1, 1.5, 36_501, '={{ "a week" }}'])('is no %p last days', async (periodDays) => {
		const run = await bench.act('netFunding', 'get', { period: 'lastNDays', periodDays });
		expect(refusal(run)).toMatch(/^Number of Days: .* not a whole number from 1 to 36500/);
	});
});
