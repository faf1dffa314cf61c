import type { IDataObject } from 'n8n-workflow';
import { CATALOGUE_FIELDS } from '../../../nodes/shared/catalogue/fields';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox';
import { problemOf, rowsOf } from '../../unit/report/read';

type Convention = 'SOAPI' | 'SCMP';

const ROWS = 5;
/** SOAPI has one name for both. */
const SHARE_A_NAME = ['Gift card/Previous Balance', 'Gift card/Redemption Type'];

/** In XML a request has several replies, and the column shows the first; in CSV it has one. */
const withoutReplies = (row: IDataObject) => ({ ...row, 'Application.Name': undefined });

describe('Columns picked from the catalog are found in every form of a report', () => {
	let sandbox: TestSandbox;
	let definitions: string[];

	beforeAll(async () => {
		sandbox = await startTestSandbox();
		const { body } = await sandbox.call<{
			reportDefinitions: Array<{ reportDefintionName: string }>;
		}>('GET', '/reporting/v3/report-definitions');
		definitions = body.reportDefinitions.map(({ reportDefintionName }) => reportDefintionName);
	});
	afterAll(async () => await sandbox.stop());

	const attributesOf = async (definition: string) => {
		const path = `/reporting/v3/report-definitions/${definition}`;
		const { body } = await sandbox.call<{ attributes: Array<{ id: string }> }>('GET', path);
		return new Set(body.attributes.map(({ id }) => id));
	};
	/** The fields that a report of the definition has: of those with one wire name, the first. */
	const fieldsOf = async (definition: string) => {
		const attributes = await attributesOf(definition);
		const fields = CATALOGUE_FIELDS.filter(({ wireName }) => attributes.delete(wireName));
		return fields.map(({ value }) => value);
	};
	const read = async (
		reportDefinitionName: string,
		reportMimeType: 'text/csv' | 'application/xml',
		options: IDataObject,
		fieldNameConvention?: Convention,
	) => {
		const { reportId } = await sandbox.control.makeReport({
			reportName: `${reportDefinitionName} ${reportMimeType} ${fieldNameConvention}`,
			reportDefinitionName,
			reportMimeType,
			fieldNameConvention,
			rows: ROWS,
		});
		const { text } = await sandbox.call('GET', `/reporting/v3/reports/${reportId}`, {
			headers: { accept: reportMimeType },
		});
		return await rowsOf(text, options, { mimeType: reportMimeType });
	};

	test('with the same cells in CSV of either convention and in XML', async () => {
		expect(definitions).toHaveLength(18);
		for (const definition of definitions) {
			const fields = await fieldsOf(definition);
			if (fields.length === 0) throw new Error(`${definition} has no field of the catalogue`);
			const inSoapi = fields.filter((value) => !SHARE_A_NAME.includes(value));
			const rows = await read(definition, 'text/csv', { catalogueColumns: fields });
			const fewer = await read(definition, 'text/csv', { catalogueColumns: inSoapi });
			expect(rows).toHaveLength(ROWS);
			const scmp = await read(definition, 'text/csv', { catalogueColumns: fields }, 'SCMP');
			expect(scmp).toEqual(rows);
			const soapi = await read(definition, 'text/csv', { catalogueColumns: inSoapi }, 'SOAPI');
			expect(soapi).toEqual(fewer);
			const xml = await read(definition, 'application/xml', {
				catalogueColumns: fields,
				wrapperAttributes: true,
			});
			expect(xml.map(withoutReplies)).toEqual(rows.map(withoutReplies));
			expect(xml.filter((row) => row['Application.Name'] === '')).toEqual([]);
		}
	});

	test('but for the two that have one name in SOAPI, which the user distinguishes', async () => {
		for (const value of SHARE_A_NAME) {
			const options = { catalogueColumns: [value] };
			const reading = read('TransactionRequestClass', 'text/csv', options, 'SOAPI');
			expect(await problemOf(reading)).toContain('two columns "giftCard_previousBalance"');
		}
	});
});
