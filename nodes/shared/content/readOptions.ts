import type { INodeProperties } from 'n8n-workflow';

import { fileOptions } from './fileOptions';
import { rowOptions } from './rowOptions';
import { valueOptions } from './valueOptions';

const group = (displayName: string, name: string, options: INodeProperties[]) => ({
	displayName,
	name,
	type: 'collection' as const,
	placeholder: 'Add option',
	default: {},
	options,
});

/** How a report is read into rows, what is used most first. */
export const READ_OPTIONS = [
	group('Rows and Columns', 'rowOptions', rowOptions),
	group('Amounts, Times and Text', 'valueOptions', valueOptions),
	group('File Format Options', 'fileOptions', fileOptions),
];
