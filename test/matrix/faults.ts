import { passTime, settle } from './time';
import { afterwards, cut, cutInGzip, ERROR, half, refuse, reply, reset } from './spoils';
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
/** Far more than any answer may take; a client that still listens then will listen for ever. */
const FOR_EVER = 3 * 3600 * SECOND;

const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** A success in words, with another body than the service gave. */
const succeed = (status: number, body: Buffer | string = ''): Spoil =>
	afterwards(async (exchange) => await reply(status, body)(exchange));

/** The answer of the service with something done to its body. */
const withBody = (change: (body: Buffer) => Buffer): Spoil =>
	afterwards(({ response }, { status, headers, body }) => {
		response.writeHead(status, withoutTransfer(headers));
		response.end(change(body));
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

const INTERRUPTED = /was interrupted|ended too early/;

const once = (name: string, spoil: Spoil): Fault => ({ name, spoil, times: 1 });

const twice = (name: string, spoil: Spoil): Fault => ({ name: `${name}, twice`, spoil, times: 2 });

const everywhere = (says: RegExp, fault: Fault): Fault => ({ ...fault, says });

const passing = (fault: Fault): Fault => ({ ...fault, passes: true });

const always = (name: string, spoil: Spoil): Fault => ({
	name: `${name}, always`,
	spoil,
	times: Infinity,
});

/**
 * One fault of each kind that one request can meet on its way or at the service; test/unit/transport has all statuses
 * and headers. `elsewhere`: where no token may go.
 */
export const faultsOf = (elsewhere: string): Fault[] => [
	everywhere(INTERRUPTED, passing(once('reset before the work', reset))),
	everywhere(INTERRUPTED, passing(once('reset after the work', afterwards(reset)))),
	// A service that is silent for so long stays so: it is asked once.
	once('silence', silence),
	once('silence after the work', afterwards(silence)),
	once('headers only', headersOnly),
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
	once('cut in gzip, its length fits', cutInGzip),
	...[200, 202, 204, 206].map((status) =>
		once(`${status} and no body after the work`, succeed(status)),
	),
	everywhere(/does not accept the token/i, once('401', refuse(401))),
	everywhere(/internal error/, passing(once('500', refuse(500)))),
	everywhere(/internal error/, passing(once('500 after the work', afterwards(refuse(500))))),
	...[304, 400, 403, 404, 409].map((status) => once(`${status}`, refuse(status))),
	passing(once('429, Retry-After in seconds', refuse(429, { 'retry-after': '5' }))),
	once('429, Retry-After of years', refuse(429, { 'retry-after': '99999999999' })),
	once('HTML under 200', succeed(200, '<html>Maintenance</html>')),
	once('HTML under 200, and it says so', reply(200, '<html>Maintenance</html>', HTML)),
	once('no body under 404', reply(404)),
	once('{} under 200', succeed(200, '{}')),
	once('[] under 200', succeed(200, '[]')),
	once('an error under 200', reply(200, ERROR)),
	once('JSON that does not end', succeed(200, '{"a":')),
	once(
		'a byte that is no UTF-8',
		withBody((body) =>
			Buffer.concat([half(body), Buffer.of(0xe9), body.subarray(half(body).length)]),
		),
	),
	once(
		'a byte order mark before the body',
		withBody((body) => Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), body])),
	),
	once(
		'302 to another host',
		async (exchange) => await reply(302, '', { location: `${elsewhere}/` })(exchange),
	),
	passing(twice('503', refuse(503))),
	passing(twice('reset after the work', afterwards(reset))),
	always('503', refuse(503)),
	always('silence', silence),
	always('reset after the work', afterwards(reset)),
];
