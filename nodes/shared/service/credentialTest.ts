import { credentialTestAt } from '../transport/credentialTest';
import { entriesIn } from '../transport/transport';

/** Every merchant has report definitions, whatever it is allowed to do besides. */
export const merchantApiTest = credentialTestAt(['reporting', 'v3', 'report-definitions'], (body) =>
	entriesIn(body, 'reportDefinitions'),
);
