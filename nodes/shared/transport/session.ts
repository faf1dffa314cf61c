import type {
	ICredentialsDecrypted,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INode,
	IPollFunctions,
} from 'n8n-workflow';

import { type Connection, connectionOf, oAuth2ConnectionOf, oAuth2Secrets } from './connection';
import { Gate } from './gate';
import { type Redact, redactorOf } from './redact';
import type { StreamClass } from './stream';

export type TransportContext = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

const TOKEN_OR_KEY = 'merchantApi';
const RENEWED_BY_N8N = 'merchantOAuth2Api';

/** Which credential the user chose. Workflows from before there was a choice have no such parameter. */
export const credentialTypeOf = ({
	parameters,
}: INode): typeof TOKEN_OR_KEY | typeof RENEWED_BY_N8N =>
	parameters.authentication === 'oAuth2' ? RENEWED_BY_N8N : TOKEN_OR_KEY;

export interface OpenConnection extends Connection {
	/** The name of the credential's type. */
	credentialType: string;
	/** The credential in the form n8n's request helper takes it, so that it is decrypted once and not per request. */
	decrypted: ICredentialsDecrypted;
}

/** What all requests of one execution share: the connection, read once, and the gate. */
export class Session {
	readonly gate = new Gate();

	/** The class of the response bodies, once there was one. */
	streams?: StreamClass;

	/** How many requests were sent so far. */
	requests = 0;

	/** The numbers of the invoices that this execution has created. */
	readonly createdInvoices = new Set<string>();

	private opening?: Promise<OpenConnection>;

	constructor(readonly context: TransportContext) {}

	async connection(): Promise<OpenConnection> {
		this.opening ??= this.open();
		return await this.opening;
	}

	/** Hides the secrets of the credential, and of an access token that n8n has renewed since. */
	async redactor(): Promise<Redact> {
		const { redact, authentication, credentialType } = await this.connection();
		if (authentication.kind !== 'oAuth2') return redact;
		const renewed = redactorOf(oAuth2Secrets(await this.context.getCredentials(credentialType)));
		return (text) => renewed(redact(text));
	}

	cancelSignal(): AbortSignal | undefined {
		return 'getExecutionCancelSignal' in this.context
			? this.context.getExecutionCancelSignal()
			: undefined;
	}

	private async open(): Promise<OpenConnection> {
		const credentialType = credentialTypeOf(this.context.getNode());
		const data = await this.context.getCredentials(credentialType);
		const connection =
			credentialType === RENEWED_BY_N8N ? oAuth2ConnectionOf(data) : connectionOf(data);
		const decrypted = { id: '', name: credentialType, type: credentialType, data };
		return { ...connection, credentialType, decrypted };
	}
}
