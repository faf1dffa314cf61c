import { PassThrough } from 'node:stream';

import { ResponseTimeout } from '../../../nodes/shared/transport/stream';

const MINUTE = 60_000;

let alarms: AbortController[];
let bytes: PassThrough;

beforeEach(() => {
	alarms = [];
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
		expect(milliseconds).toBe(MINUTE);
		const alarm = new AbortController();
		alarms.push(alarm);
		return alarm.signal;
	});
	bytes = new PassThrough();
});
afterEach(() => bytes.destroy());

const turn = async () => await new Promise(setImmediate);
const followed = (limit: ResponseTimeout) => limit.follow(bytes).on('error', () => {});

it('a download has the time for each of its parts', async () => {
	const limit = new ResponseTimeout(MINUTE);
	followed(limit).resume();
	for (let part = 0; part < 3; part++) {
		bytes.write('1,2\n');
		await turn();
		for (const alarm of alarms.slice(0, -1)) alarm.abort();
		expect([limit.isOver, limit.received]).toEqual([false, 4 * (part + 1)]);
	}
	alarms.at(-1)?.abort();
	expect(limit.isOver).toBe(true);
});

it('a download that nobody reads to its end is not received any longer', async () => {
	bytes.write('1,2\n');
	followed(new ResponseTimeout(MINUTE)).destroy();
	await turn();
	expect(bytes.destroyed).toBe(true);
});

it('a download may wait for its reader for as long as it takes', async () => {
	const limit = new ResponseTimeout(MINUTE);
	const stream = followed(limit);
	for (let part = 0; part < 20; part++) bytes.write('x'.repeat(100_000));
	stream.read();
	await turn();
	for (const alarm of alarms) alarm.abort();
	expect(limit.isOver).toBe(false);
});
