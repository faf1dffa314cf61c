import type {
	ICredentialsDecrypted,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INode,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Connection } from './connection';
import { readConnection } from './connection';
import { ConnectionProblem } from './connectionProblem';
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

	async connection(operation: string): Promise<OpenConnection> {
		this.opening ??= this.open();
		try {
			return await this.opening;
		} catch (error) {
			throw asNodeError(this.context.getNode(), operation, error);
		}
	}

	cancelSignal(): AbortSignal | undefined {
		return 'getExecutionCancelSignal' in this.context
			? this.context.getExecutionCancelSignal()
			: undefined;
	}

	private async open(): Promise<OpenConnection> {
		const data = await this.context.getCredentials(CREDENTIAL);
		const decrypted = { id: '', name: CREDENTIAL, type: CREDENTIAL, data };
		return { ...readConnection(data), decrypted };
	}
}

/** Problems that are found before a request is sent become an error of the node; all others stay as they are. */
export function asNodeError(node: INode, operation: string, error: unknown): unknown {
	if (!(error instanceof ConnectionProblem)) return error;
	return new NodeOperationError(node, `${operation}: ${error.message}`, {
		description: error.advice,
		failure: { cause: 'configuration-invalid' },
	});
}
