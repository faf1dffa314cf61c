import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Transport } from '../../../shared/transport';

export const organizationWords = (organizationId: string): string =>
	organizationId.trim() === ''
		? 'the organization of the credential'
		: `organization ${organizationId.trim()}`;

/**
 * The service answers "not found" where there are no reports, and may do so for an organization that it does
 * not know. Report types it has for every organization: where it has none, waiting for reports is in vain.
 */
export async function verifyOrganization(
	context: IPollFunctions,
	transport: Transport,
	organizationId: string,
): Promise<void> {
	const outcome = await transport.json({
		operation: `Look for ${organizationWords(organizationId)}`,
		method: 'GET',
		path: ['reporting', 'v3', 'report-definitions'],
		organizationId,
	});
	if (outcome.kind !== 'notFound') return;
	throw new NodeOperationError(
		context.getNode(),
		`The service does not know ${organizationWords(organizationId)}`,
		{
			description:
				'It lists neither reports nor report types for it, so no report would ever be handed over. Check Organization ID in the filters of this node, or in the credential.',
		},
	);
}
