import { gzipSync } from 'node:zlib';

import { passTime, settle, turn } from './time';
import {
	afterwards,
	close,
	cut,
	cutInGzip,
	ERROR,
	half,
	lengthOf,
	refuse,
	reply,
	reset,
} from './spoils';
import { type Exchange, type Spoil, withoutTransfer } from './wire';

export interface Fault {
	name: string;
	spoil: Spoil;
	/** How many requests in a row it meets. */
	times: number;
	/** Whether the same request would be answered a moment later. */
	passes?: true;
	/** What the user is told of it. Such a fault meets every request of a run, not only the first of each kind. */
	says?: RegExp;
}

const SECOND = 1000;
const MEGABYTE = 1024 * 1024;

/** Far more than any answer may take; a client that still listens then will listen for ever. */
const FOR_EVER = 3 * 3600 * SECOND;

/** 64 MB in 64 KB. */
const BOMB = gzipSync(Buffer.alloc(64 * MEGABYTE, ' '), { level: 1 });

const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** A success in words, with another body than the service gave. */
const succeed = (status: number, body: Buffer | string = ''): Spoil =>
	afterwards(async (exchange) => await reply(status, body)(exchange));

/** The answer of the service with something done to its body. */
const withBody = (change: (body: Buffer) => Buffer, headers: Record<string, string> = {}): Spoil =>
	afterwards(({ response }, answered) => {
		response.writeHead(answered.status, { ...withoutTransfer(answered.headers), ...headers });
		response.end(change(answered.body));
	});

/** Time passes, in such steps, until the client hangs up. */
async function listenedTo(
	{ response }: Exchange,
	step: number,
	meanwhile: () => void = () => {},
): Promise<void> {
	const isHeard = () => !response.destroyed;
	for (let waited = 0; waited < FOR_EVER && isHeard(); waited += step) {
		meanwhile();
		await settle();
		if (isHeard()) passTime(step);
	}
}

const silence: Spoil = async (exchange) => await listenedTo(exchange, 5 * SECOND);

/** The headers, and then nothing. */
const headersOnly: Spoil = afterwards(async (exchange, { status, headers, body }) => {
	exchange.response.writeHead(status, {
		...withoutTransfer(headers),
		'content-length': `${body.length + 1}`,
	});
	exchange.response.flushHeaders();
	await silence(exchange);
});

/** A download may go on as long as bytes arrive. */
const MOST_DRIPS = 50;

/** One byte a moment, until the connection breaks: slow, but never silent. */
const drip: Spoil = afterwards(async (exchange, { status, headers, body }) => {
	exchange.response.writeHead(status, withoutTransfer(headers));
	let at = 0;
	await listenedTo(exchange, 10 * SECOND, () => {
		exchange.response.write(body.subarray(at, ++at));
		if (at === MOST_DRIPS) exchange.response.destroy();
	});
});

/** As much as is taken, under the headers of the answer or as JSON. */
const endless = (beginning: string, type?: string): Spoil =>
	afterwards(async (exchange, { headers }) => {
		const { response } = exchange;
		response.writeHead(200, {
			...withoutTransfer(headers),
			...(type !== undefined && { 'content-type': type }),
		});
		response.write(beginning);
		const piece = Buffer.alloc(MEGABYTE, 'a');
		for (let sent = 0; sent < 500 && !response.destroyed;) {
			if (response.writableNeedDrain) await turn();
			else {
				response.write(piece);
				sent++;
			}
		}
		await silence(exchange);
	});

const inTheFuture: Spoil = async (exchange) =>
	await refuse(503, { 'retry-after': new Date(Date.now() + 5 * SECOND).toUTCString() })(exchange);

const INTERRUPTED = /was interrupted|ended too early/;

/** Each status that a service, or what stands before it, may answer instead of doing its work. */
const STATUSES = [
	304, 400, 402, 403, 404, 405, 406, 409, 410, 412, 413, 415, 419, 422, 431, 451, 501,
];

const PASSING_STATUSES = [408, 425, 429, 502, 503, 504];

const once = (name: string, spoil: Spoil): Fault => ({ name, spoil, times: 1 });

const twice = (name: string, spoil: Spoil): Fault => ({ name: `${name}, twice`, spoil, times: 2 });

const everywhere = (says: RegExp, fault: Fault): Fault => ({ ...fault, says });

const passing = (fault: Fault): Fault => ({ ...fault, passes: true });

const always = (name: string, spoil: Spoil): Fault => ({
	name: `${name}, always`,
	spoil,
	times: Infinity,
});

/** Every fault that one request can meet on its way or at the service. `elsewhere`: where no token may go. */
export const faultsOf = (elsewhere: string): Fault[] => [
	everywhere(INTERRUPTED, passing(once('reset before the work', reset))),
	passing(once('closed before the work', close)),
	everywhere(INTERRUPTED, passing(once('reset after the work', afterwards(reset)))),
	passing(once('closed after the work', afterwards(close))),
	passing(once('silence', silence)),
	passing(once('silence after the work', afterwards(silence))),
	once('headers only', headersOnly),
	once('headers of a 503 only', async (exchange) => {
		exchange.response.writeHead(503, {
			'content-type': 'application/json',
			'content-length': '100',
		});
		exchange.response.flushHeaders();
		await silence(exchange);
	}),
	once('drip', drip),
	everywhere(
		INTERRUPTED,
		once(
			'cut by length',
			cut((body) => ({ 'content-length': `${body.length + 1}` })),
		),
	),
	once(
		'cut in chunks',
		cut(() => ({})),
	),
	once('cut in gzip, its length fits', cutInGzip(lengthOf)),
	once(
		'cut in gzip, in chunks',
		cutInGzip(() => ({})),
	),
	...[200, 201, 202, 204, 206].map((status) =>
		once(`${status} and no body after the work`, succeed(status)),
	),
	everywhere(/does not accept the token/i, once('401', refuse(401))),
	everywhere(/internal error/, passing(once('500', refuse(500)))),
	everywhere(/internal error/, passing(once('500 after the work', afterwards(refuse(500))))),
	...STATUSES.map((status) => once(`${status}`, refuse(status))),
	...PASSING_STATUSES.map((status) => passing(once(`${status}`, refuse(status)))),
	...[502, 503, 504].map((status) =>
		passing(once(`${status} after the work`, afterwards(refuse(status)))),
	),
	passing(once('429, Retry-After in seconds', refuse(429, { 'retry-after': '5' }))),
	passing(once('503, Retry-After as a date', inTheFuture)),
	once(
		'503, Retry-After in the past',
		refuse(503, { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
	),
	once('429, Retry-After of years', refuse(429, { 'retry-after': '99999999999' })),
	once('503, Retry-After that is no time', refuse(503, { 'retry-after': 'soon' })),
	once('HTML under 200', succeed(200, '<html>Maintenance</html>')),
	once('HTML under 200, and it says so', reply(200, '<html>Maintenance</html>', HTML)),
	once('HTML under 502', reply(502, '<html>Bad gateway</html>', HTML)),
	once('HTML under 404', reply(404, '<html>Not found</html>', HTML)),
	once('no body under 404', reply(404)),
	once('{} under 200', succeed(200, '{}')),
	once('[] under 200', succeed(200, '[]')),
	once('null under 200', succeed(200, 'null')),
	once('a number under 200', succeed(200, '7')),
	once('an error under 200', reply(200, ERROR)),
	once('JSON that does not end', succeed(200, '{"a":')),
	once(
		'a byte that is no UTF-8',
		withBody((body) =>
			Buffer.concat([half(body), Buffer.of(0xe9), body.subarray(half(body).length)]),
		),
	),
	once(
		'in UTF-16, and it does not say so',
		withBody((body) => Buffer.from(body.toString(), 'utf16le')),
	),
	once(
		'a byte order mark before the body',
		withBody((body) => Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), body])),
	),
	once('endless JSON', endless('{"a":"', 'application/json')),
	once('endless', endless('a')),
	once(
		'a gzip bomb',
		withBody(() => BOMB, { 'content-encoding': 'gzip' }),
	),
	once('302 to the same host', reply(302, '', { location: '/reporting/v3/elsewhere' })),
	once(
		'302 to another host',
		async (exchange) => await reply(302, '', { location: `${elsewhere}/` })(exchange),
	),
	once('307 to another scheme', reply(307, '', { location: 'https://127.0.0.1:1/' })),
	passing(twice('503', refuse(503))),
	passing(twice('429', refuse(429))),
	passing(twice('silence', silence)),
	twice(
		'cut by length',
		cut((body) => ({ 'content-length': `${body.length + 1}` })),
	),
	passing(twice('reset before the work', reset)),
	passing(twice('reset after the work', afterwards(reset))),
	always('503', refuse(503)),
	always('silence', silence),
	always('reset before the work', reset),
	always('reset after the work', afterwards(reset)),
];
