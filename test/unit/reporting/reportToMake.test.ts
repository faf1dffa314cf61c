import type { IDataObject } from 'n8n-workflow';
import { readReportToMake } from '../../../nodes/MerchantReporting/actions/common/reportToMake';
import type { Item } from '../../../nodes/shared/node/resource';
import type { Refusal } from '../../../nodes/shared/problem';

const USUAL = {
	reportName: 'Daily transactions',
	reportDefinitionName: 'TransactionRequestClass',
	fieldSet: 'usual',
	reportMimeType: 'text/csv',
	timeZone: 'America/Chicago',
};

/** The fields of the form, those of Additional Fields among them. */
const bodyOf = (change: IDataObject): IDataObject => {
	const { reportName, timeZone, fieldSet, reportDefinitionName, ...additionalFields } = {
		...USUAL,
		...change,
	};
	const entered: IDataObject = { fieldSet, reportDefinitionName, additionalFields };
	const parameter = (name: string, fallback?: unknown) => entered[name] ?? fallback;
	return readReportToMake({ parameter } as Item, reportName, timeZone).body;
};

const problemsIn = (change: IDataObject): readonly string[] => {
	try {
		bodyOf(change);
		return [];
	} catch (error) {
		return (error as Refusal).texts;
	}
};

describe('the body of a report', () => {
	it('holds what was chosen and nothing else', () => {
		expect(bodyOf({})).toEqual({
			reportName: 'Daily transactions',
			reportDefinitionName: 'TransactionRequestClass',
			reportMimeType: 'text/csv',
			timezone: 'America/Chicago',
		});
	});

	it.each<[string, IDataObject, object]>([
		[
			'filters of the form as an object of lists',
			{ filters: { filter: [{ field: 'Application.Name', values: 'ics_auth, ics_bill,' }] } },
			{ reportFilters: { 'Application.Name': ['ics_auth', 'ics_bill'] } },
		],
		[
			'the values of a filter field that is entered twice',
			{
				filters: {
					filter: [
						{ field: 'Application.Name', values: 'ics_auth' },
						{ field: ' Application.Name ', values: 'ics_bill' },
					],
				},
			},
			{ reportFilters: { 'Application.Name': ['ics_auth', 'ics_bill'] } },
		],
		[
			'a zone by the name that the service has for it',
			{ timeZone: 'Asia/Kolkata' },
			{ timezone: 'Asia/Calcutta' },
		],
		['UTC as the GMT of the service', { timeZone: 'UTC' }, { timezone: 'GMT' }],
		[
			'a filter value with a comma, in quotes',
			{ filters: { filter: [{ field: 'Company.Name', values: '"Sales, EU", US' }] } },
			{ reportFilters: { 'Company.Name': ['Sales, EU', 'US'] } },
		],
		[
			'filter values that an expression gives as a list',
			{ filters: { filter: [{ field: 'Company.Name', values: ['Sales, EU', 7] }] } },
			{ reportFilters: { 'Company.Name': ['Sales, EU', '7'] } },
		],
		[
			'numbers in JSON with every digit, as text where JavaScript would round them',
			{
				filtersJson: '{"Request.RequestID": [6461731521426399503065]}',
			},
			{
				reportFilters: { 'Request.RequestID': ['6461731521426399503065'] },
			},
		],
		[
			'filters as a JSON object',
			{ filtersJson: '{"Application.Name": ["ics_auth"]}' },
			{ reportFilters: { 'Application.Name': ['ics_auth'] } },
		],
		['filters as a JSON list', { filtersJson: '[{"a": 1}]' }, { reportFilters: [{ a: 1 }] }],
		['filters from an expression', { filtersJson: { a: ['b'] } }, { reportFilters: { a: ['b'] } }],
		[
			'signed amounts, false as well as true',
			{ signedAmounts: false },
			{ reportPreferences: { signedAmounts: false } },
		],
		['a name of 250 characters', { reportName: 'x'.repeat(250) }, { reportName: 'x'.repeat(250) }],
	])('takes %s', (_, change, expected) => {
		expect(bodyOf(change)).toMatchObject(expected);
	});

	it.each<[string, IDataObject, string]>([
		['no name', { reportName: '' }, 'Report Name: enter a name'],
		[
			'a name of 251 characters',
			{ reportName: 'x'.repeat(251) },
			'Report Name: at most 250 characters are allowed, this one has 251',
		],
		['no type', { reportDefinitionName: '' }, 'Report Definition: choose a report definition'],
		['no fields', { fieldSet: 'selected' }, 'Fields: choose at least one field'],
		[
			'a zone that the service does not know',
			{ timeZone: 'Mars/Olympus' },
			'Time Zone: "Mars/Olympus" is not one of the 90 zones that the service knows. Choose one from the list',
		],
		[
			'a filter without values',
			{ filters: { filter: [{ field: 'A', values: '' }] } },
			'Filters, entry 1: Field and Values are required',
		],
		[
			'filters in both ways',
			{ filters: { filter: [{ field: 'A', values: 'b' }] }, filtersJson: '{}' },
			'Filters: use either the form or Filters (JSON), not both',
		],
		[
			'filters that are a word',
			{ filtersJson: '"a"' },
			'Filters (JSON): enter an object or a list',
		],
		[
			'a field name convention for XML',
			{ fieldNameConvention: 'SCMP', reportMimeType: 'application/xml' },
			'Field Name Convention: applies to CSV reports only. Remove it or choose CSV',
		],
		[
			'JSON with a mistake in it, which it points at',
			{ filtersJson: '{\n  "a": ["b",\n}' },
			"Filters (JSON): not valid JSON at line 3, column 1: Array item expected but got '}'",
		],
	])('refuses %s', (_, change, problem) => {
		expect(problemsIn(change)).toEqual([expect.stringContaining(problem)]);
	});

	it('names everything that is wrong together', () => {
		expect(
			problemsIn({ reportName: '', fieldSet: 'selected', timeZone: 'X', filtersJson: '{' }),
		).toEqual([
			'Report Name: enter a name',
			'Fields: choose at least one field',
			expect.stringContaining('Time Zone: "X"'),
			expect.stringContaining('Filters (JSON): not valid JSON'),
		]);
	});
});
