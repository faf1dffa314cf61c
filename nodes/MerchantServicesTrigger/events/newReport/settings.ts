import { readContentChoices, type ContentChoices } from '../../../shared/content/choices';
import { contentFields, contentOptions } from '../../../shared/content/fields';
import { optionsField } from '../../../shared/node/fields';
import { readNames, textIn } from '../../../shared/text';
import type { Parameters } from '../../../shared/node/parameters';
import { withCheckedChoices, readFlag, readOptions } from '../../../shared/node/parameters';
import { refusal } from '../../../shared/problem';
import type { Common } from '../../event';

export interface ReportFilters {
	/** Names, in which `*` stands for anything. Empty: every name. */
	names: string[];
	statuses: string[];
}

export interface NewReportSettings extends Common {
	filters: ReportFilters;
	organizationId: string;
	/** What to make of each report. Undefined if its details are enough. */
	content?: ContentChoices;
}

/** A poll may bring several reports, so each row tells which one it is of. */
const ORIGIN: ContentChoices['read']['metadataColumns'] = ['reportName', 'reportId'];

export function readSettings(fields: Parameters, common: Common): NewReportSettings {
	const { organizationId } = readOptions(fields);
	const picked = readNames(fields.parameter('pickedReportNames', []));
	const typed = readNames(fields.parameter('reportNames', ''));
	const statuses = readNames(fields.parameter('reportStatuses', ['COMPLETED']));
	if (statuses.length === 0) {
		throw refusal(
			'choose at least one',
			'Without a status, the workflow never starts. Completed is the usual choice.',
			'Report Status',
		);
	}
	return {
		...common,
		filters: { names: [...new Set([...picked, ...typed])], statuses },
		organizationId: textIn(organizationId),
		content: readContent(fields),
	};
}

const DROPDOWNS = [...contentFields(), optionsField(...contentOptions())];

function readContent(fields: Parameters): ContentChoices | undefined {
	if (!readFlag(fields, 'download', false)) return undefined;
	const choices = readContentChoices(withCheckedChoices(DROPDOWNS, fields).parameter);
	if (choices.output !== 'rows') return choices;
	const metadataColumns = [...new Set([...ORIGIN, ...choices.read.metadataColumns])];
	return { ...choices, read: { ...choices.read, metadataColumns } };
}
