import type {
	ICredentialsDecrypted,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import type { Connection } from './connection';
import { connectionOf } from './connection';
import { Gate } from './gate';

export type TransportContext = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

export const CREDENTIAL = 'merchantApi';

export interface OpenConnection extends Connection {
	/** The credential in the form n8n's request helper takes it, so that it is decrypted once and not per request. */
	decrypted: ICredentialsDecrypted;
}

/** What all requests of one execution share: the connection, read once, and the gate. */
export class Session {
	readonly gate = new Gate();

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
		const data = await this.context.getCredentials(CREDENTIAL);
		const decrypted = { id: '', name: CREDENTIAL, type: CREDENTIAL, data };
		return { ...connectionOf(data), decrypted };
	}
}
