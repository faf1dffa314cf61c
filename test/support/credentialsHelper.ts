import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { ICredentialsHelper } from 'n8n-workflow';

import { watchCredential, watchRequest } from './canary';

/** Stands where n8n's database of credentials stands: hands out one credential and authenticates with its own type. */
export class OneCredential extends ICredentialsHelper {
	constructor(
		private readonly type: ICredentialType,
		private readonly data: ICredentialDataDecryptedObject,
	) {
		super();
		watchCredential(data);
	}

	getParentTypes(): string[] {
		return this.type.extends ?? [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.type;
		if (typeof authenticate !== 'function') return request;
		const authenticated = await authenticate(credentials, request);
		watchRequest(authenticated.headers);
		return authenticated;
	}

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(): Promise<ICredentials> {
		throw new Error('Only decrypted credentials are handed out in tests');
	}

	async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		return { ...this.data };
	}

	async updateCredentials(): Promise<void> {}

	/** Where n8n writes an access token that it has renewed. */
	async updateCredentialsOauthTokenData(
		_credentials: unknown,
		_type: string,
		{ oauthTokenData }: ICredentialDataDecryptedObject,
	): Promise<void> {
		this.data.oauthTokenData = oauthTokenData;
		watchCredential(this.data);
	}

	getCredentialsProperties(): INodeProperties[] {
		return this.type.properties;
	}
}
