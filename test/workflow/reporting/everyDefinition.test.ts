import type { IDataObject } from 'n8n-workflow';
import { MONEY_COLUMNS, listUsualFields } from '../../../nodes/shared/catalog/money';
import { DEFINITIONS } from '../../../sandbox/reporting/catalog/definitions';
import { byId, json, useBench } from './harness';

const bench = useBench();

beforeAll(async () => {
	await bench.sandbox.control.traffic({ perDay: 400, from: '2026-11-01T00:00:00Z' });
});

/** Without the figures: ledgers.test.ts compares those. */
describe.each(DEFINITIONS)('The totals of a $name', ({ name, attributes }) => {
	const offered = attributes.map(({ id }) => id);
	const totalsOf = async (reportFields: string[]) => {
		const { reportId } = await bench.sandbox.control.makeReport({
			...{ reportName: name, reportDefinitionName: name, reportFields },
		});
		const parameters = { report: byId(reportId), output: 'totals' };
		const totals = json(await bench.act('report', 'fetch', parameters));
		const { notes = [] } = totals[0] as { notes?: string[] };
		return { totals, notes: notes.join() };
	};

	test('lack nothing that it offers with its usual fields', async () => {
		const { totals, notes } = await totalsOf(listUsualFields(name, offered));
		const lacking = [...notes.matchAll(/add the field (\S+)/g)].map(([, field]) => field);
		expect(lacking.filter((field) => offered.includes(field))).toEqual([]);
		if (MONEY_COLUMNS[name as keyof typeof MONEY_COLUMNS].amounts.length === 0) return;
		expect(totals.length).toBeGreaterThan(1);
		expect(totals).toEqual(
			totals.map(
				() => expect.objectContaining({ net: expect.any(String) as string }) as IDataObject,
			),
		);
	});

	test('say what they lack with the default fields of the service', async () => {
		const ids = attributes.filter(({ group }) => group === 'request').map(({ id }) => id);
		const hasMoney = MONEY_COLUMNS[name as keyof typeof MONEY_COLUMNS].amounts.length > 0;
		const [{ net }] = (await totalsOf(ids)).totals;
		expect(net).toBe(hasMoney ? null : undefined);
	});
});
