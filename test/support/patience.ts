import { EVENTS_PER_POLL } from '../../nodes/MerchantServicesTrigger/event';
import { DEFAULT_RETRY_POLICY } from '../../nodes/shared/transport/retry';

/** How often a request is sent at most, until the test ends. */
export const setAttempts = (attempts: number): void =>
	void jest.replaceProperty(DEFAULT_RETRY_POLICY, 'attempts', attempts);

/** The first pause between two attempts in milliseconds, until the test ends. */
export const setPause = (pause: number): void =>
	void jest.replaceProperty(DEFAULT_RETRY_POLICY, 'pause', pause);

/** How long to wait for one answer in milliseconds, until the test ends. */
export const setTimeLimit = (timeout: number): void =>
	void jest.replaceProperty(DEFAULT_RETRY_POLICY, 'timeout', timeout);

/** How many events one poll returns at most, until the test ends. */
export const setPortion = (limit: number): void =>
	void jest.replaceProperty(EVENTS_PER_POLL, 'limit', limit);
