import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { secretsOf } from '../transport/secrets';
import { asHtml } from './errors';

type HintContext = Pick<IExecuteFunctions, 'addExecutionHints'>;

/** Shows a text above the output. */
export function showHint(
	context: HintContext,
	message: string,
	more: Pick<NodeExecutionHint, 'type' | 'group'> = {},
): void {
	context.addExecutionHints({
		message: asHtml(secretsOf(context).hide(message)),
		type: 'warning',
		location: 'outputPane',
		...more,
	});
}
