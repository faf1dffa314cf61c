import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { CREDENTIAL, Session, Transport } from '../../shared/transport';

export const transportOf = (context: ILoadOptionsFunctions): Transport =>
	new Transport(new Session(context));

export const hasCredential = (context: ILoadOptionsFunctions): boolean =>
	context.getNode().credentials?.[CREDENTIAL] !== undefined;

/** The organization that the node is set to act for; '' for that of the credential. */
export const organizationOf = (context: ILoadOptionsFunctions): string => {
	const options = context.getCurrentNodeParameter('options') as
		{ organizationId?: string } | undefined;
	return options?.organizationId ?? '';
};
