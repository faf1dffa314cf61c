import type {
	ICredentialsDecrypted,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INode,
	IPollFunctions,
} from 'n8n-workflow';

import { type Connection, connectionOf, oAuth2ConnectionOf } from './connection';
import { Gate } from './retry';
import { secretsOf } from './secrets';
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

	private opening?: Promise<OpenConnection>;

	constructor(readonly context: TransportContext) {}

	async connection(): Promise<OpenConnection> {
		this.opening ??= this.open();
		return await this.opening;
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
		secretsOf(this.context).add(connection.secrets);
		const decrypted = { id: '', name: credentialType, type: credentialType, data };
		return { ...connection, credentialType, decrypted };
	}
}
