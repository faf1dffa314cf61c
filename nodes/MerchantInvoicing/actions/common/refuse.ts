import { NodeOperationError } from 'n8n-workflow';
import type { Problem } from '../../../shared/invoice/problems';
import { errorsOf, inWords } from '../../../shared/invoice/problems';
import type { ItemRun } from '../../../shared/items';

const NOTHING_SENT = 'Nothing was sent to the service.';

export const stop = (
	{ context, index }: ItemRun,
	message: string,
	description = NOTHING_SENT,
): NodeOperationError =>
	new NodeOperationError(context.getNode(), message, { itemIndex: index, description });

/** Stops before anything is sent, with everything that is wrong in one message. */
export function refuseErrors(run: ItemRun, operation: string, problems: readonly Problem[]): void {
	const errors = errorsOf(problems).map(inWords);
	if (errors.length === 0) return;
	const count = errors.length === 1 ? '' : `${errors.length} problems: `;
	throw stop(run, `${operation}: ${count}${[...new Set(errors)].join('; ')}`);
}
