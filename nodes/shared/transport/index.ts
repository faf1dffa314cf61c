export { authorise } from './authorise';
export { DEFAULT_SANDBOX_ADDRESS } from './connection';
export { merchantApiTest } from './credentialTest';
export type { Query, ServiceRequest } from './request';
export type { Patience } from './retry';
export { outcomeUnknown } from './serviceError';
export { CREDENTIAL, Session, type TransportContext } from './session';
export type { ByteStream, ServiceStream } from './stream';
export { found, Transport, type Outcome } from './transport';
