import { NodeOperationError } from 'n8n-workflow';
import type { ItemRun } from '../../../shared/items';
import type { Checked } from '../../../shared/period';

/** Stops before anything is sent, with everything that is wrong in one message. */
export const refuse = ({ context, index }: ItemRun, problems: readonly string[]): never => {
	const [first, ...others] = problems;
	throw new NodeOperationError(
		context.getNode(),
		others.length === 0
			? first
			: `${problems.length} fields need attention: ${problems.join('; ')}`,
		{ itemIndex: index, description: 'Nothing was sent to the service.' },
	);
};

export const checked = <T>(run: ItemRun, result: Checked<T>): T =>
	'problems' in result ? refuse(run, result.problems) : result.value;
