import { credentialTestAt } from '../transport/credentialTest';
import { entriesIn } from '../transport/transport';
import { PATHS } from './paths';

/** Every merchant has report definitions, whatever it is allowed to do besides. */
export const merchantApiTest = credentialTestAt(PATHS.reportDefinitions, (body) =>
	entriesIn(body, 'reportDefinitions'),
);
