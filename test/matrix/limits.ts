import type * as Retry from '../../nodes/shared/transport/retry';

const MEGABYTE = 1024 * 1024;

// The default of 32 MB is tried in test/unit/transport/bounds.test.ts; here it would cost a second for each cell.
jest.mock('../../nodes/shared/transport/retry', () => {
	const retry = jest.requireActual<typeof Retry>('../../nodes/shared/transport/retry');
	const mostBytes = 4 * MEGABYTE;
	return {
		...retry,
		DEFAULT_RETRY_POLICY: { ...retry.DEFAULT_RETRY_POLICY, mostBytes },
		EDITOR_RETRY_POLICY: { ...retry.EDITOR_RETRY_POLICY, mostBytes },
	};
});
