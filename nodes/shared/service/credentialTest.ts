import { createCredentialTest } from '../transport/credentialTest';
import { parseEntries } from '../transport/transport';

/** Every merchant has report definitions, whatever it is allowed to do besides. */
export const merchantApiTest = createCredentialTest(
	['reporting', 'v3', 'report-definitions'],
	(body) => parseEntries(body, 'reportDefinitions'),
);
