import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { simplifySettings } from '../../../shared/invoice/settings';
import type { ItemRun } from '../../../shared/items';
import { read } from './parameters';

/** The settings as the user wants them. */
export const settingsItem = (
	run: ItemRun,
	answer: IDataObject,
	notes: IDataObject = {},
): INodeExecutionData => ({
	json: { ...(read<boolean>(run, 'simplify', true) ? simplifySettings(answer) : answer), ...notes },
});
