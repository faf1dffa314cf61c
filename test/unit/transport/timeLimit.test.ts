import { PassThrough } from 'node:stream';

import { TimeLimit } from '../../../nodes/shared/transport/stream';

const MINUTE = 60_000;

let alarms: Array<[number, AbortController]>;
let bytes: PassThrough;

beforeEach(() => {
	alarms = [];
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
		const alarm = new AbortController();
		alarms.push([milliseconds, alarm]);
		return alarm.signal;
	});
	jest.useFakeTimers({ doNotFake: ['nextTick'] });
	bytes = new PassThrough();
});
afterEach(() => {
	bytes.destroy();
	jest.useRealTimers();
});

it('a download may pause again and again, but not for the whole time', async () => {
	const limit = new TimeLimit(MINUTE);
	limit
		.follow(bytes)
		.on('error', () => {})
		.resume();
	for (let part = 0; part < 8; part++) {
		bytes.write('1,2\n');
		await jest.advanceTimersByTimeAsync(0.75 * MINUTE);
	}
	expect(limit.isOver).toBe(false);
	await jest.advanceTimersByTimeAsync(MINUTE);
	expect(limit.isOver).toBe(true);
});

it('a download may take longer than one answer', () => {
	const limit = new TimeLimit(MINUTE);
	limit
		.follow(bytes)
		.on('error', () => {})
		.resume();
	expect(alarms.map(([milliseconds]) => milliseconds)).toEqual([MINUTE]);
	alarms[0][1].abort();
	expect(limit.isOver).toBe(false);
});

it('a download may wait for its reader for longer than that', async () => {
	const limit = new TimeLimit(MINUTE);
	limit.follow(bytes).on('error', () => {});
	bytes.write('1,2\n');
	await jest.advanceTimersByTimeAsync(5 * MINUTE);
	expect(limit.isOver).toBe(false);
});
