import { outputFields } from '../../../shared/node/output';
import { settingsRow } from '../../settings/settings';

export const settingsOutputFields = outputFields(Object.keys(settingsRow({})));
