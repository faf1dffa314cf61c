import type { NodeApiError } from 'n8n-workflow';

/** n8n's own words for why something failed, by which its scheduler backs off. */
export type Failure = NonNullable<NodeApiError['failure']>;
