import type { FastifyInstance } from 'fastify';
import { Duration } from 'luxon';
import { z } from 'zod';
import type { Access } from '../access';
import type { Sandbox } from '../sandbox';
import { flag, moment, queryNumber, read, text } from '../schema';
import { readFault } from './faultBody';

const requestsQuery = z.strictObject({
	method: text.optional(),
	path: text.optional(),
	last: queryNumber(0, 99_999).default('1000'),
});

/** The calls that move the sandbox itself: clock, tokens, faults, request log, outbox, starting over. */
export function controlApi(app: FastifyInstance, sandbox: Sandbox): void {
	const { faults, log } = sandbox;
	listCalls(app);
	clockCalls(app, sandbox);
	accessCalls(app, sandbox);

	app.get('/faults', () => ({ faults: faults.list() }));
	app.post('/faults', (request) => ({ id: faults.add(readFault(request.body)) }));
	app.delete('/faults', () => {
		faults.clear();
		return { faults: [] };
	});

	app.get('/requests', (request) => {
		const { method, path, last } = read(requestsQuery, request.query);
		const requests = log.last(last, (entry) => {
			const rightMethod = method === undefined || entry.method === method;
			return rightMethod && (path === undefined || entry.url.split('?')[0].startsWith(path));
		});
		return { requests };
	});
	app.delete('/requests', () => {
		log.clear();
		return { requests: [] };
	});

	app.post('/reset', async () => {
		await sandbox.reset();
		return { reset: true };
	});

	app.get('/outbox', () => ({ emails: sandbox.outbox.all() }));
	app.delete('/outbox', () => {
		sandbox.outbox.clear();
		return { emails: [] };
	});
}

/** Anyone who opens the address that is printed at the start sees what there is. */
function listCalls(app: FastifyInstance): void {
	const calls: string[] = [];
	app.addHook('onRoute', ({ method, url }) => {
		if (method !== 'HEAD') calls.push(`${[method].flat().join(', ')} ${url}`);
	});
	app.get('', () => ({ calls, explanation: 'docs/develop/sandbox.md' }));
}

function clockCalls(app: FastifyInstance, { clock }: Sandbox): void {
	const state = (): object => ({ now: clock.nowIso(), ticking: clock.ticking });

	app.get('/clock', state);
	app.post('/clock', (request) => {
		const { set, advance, ticking } = read(clockBody(clock), request.body ?? {});
		if (ticking !== undefined) clock.freeze(!ticking);
		if (set !== undefined) clock.moveTo(set);
		if (advance !== undefined) clock.moveTo(clock.now() + advance);
		return state();
	});
}

/** Written in ISO 8601; in milliseconds. */
const duration = text
	.transform((written) => Duration.fromISO(written).toMillis())
	.refine((length) => length > 0, 'must be an ISO 8601 duration, such as PT6H or P1D');

function clockBody(clock: Sandbox['clock']) {
	return z
		.strictObject({
			set: moment
				.refine(
					(time) => time >= clock.now(),
					`the clock only moves forward, and it is ${clock.nowIso()}`,
				)
				.optional(),
			advance: duration.optional(),
			ticking: flag.optional(),
		})
		.refine(({ set, advance }) => set === undefined || advance === undefined, {
			path: ['advance'],
			message: 'cannot be given together with set',
		})
		.refine((body) => Object.keys(body).length > 0, {
			path: ['set'],
			message: 'give one of set, advance and ticking',
		});
}

function tokenBody({ organizations }: Access) {
	return z.strictObject({
		token: text,
		organizationId: text.refine(
			(id) => organizations.has(id),
			'is no organization of this sandbox',
		),
		expiresAt: moment.optional(),
	});
}

function accessCalls(app: FastifyInstance, { access }: Sandbox): void {
	app.post('/tokens', (request) => {
		const token = read(tokenBody(access), request.body ?? {});
		access.tokens.set(token.token, token);
		return { token: token.token };
	});
}
