import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { secretsOf } from '../transport/secrets';

type HintContext = Pick<IExecuteFunctions, 'addExecutionHints'>;

/** Shows a text above the output. The editor takes it for HTML, and the service may have written a part of it. */
export function showHint(
	context: HintContext,
	message: string,
	more: Pick<NodeExecutionHint, 'type' | 'group'> = {},
): void {
	context.addExecutionHints({
		message: secretsOf(context).hide(message).replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
		type: 'warning',
		location: 'outputPane',
		...more,
	});
}
