import type { FastifyInstance } from 'fastify';
import { Duration } from 'luxon';
import type { Token } from '../access';
import type { Faults } from '../faults';
import type { RequestLog } from '../requestLog';
import type { Sandbox } from '../sandbox';
import { readFault } from './faultBody';
import { Fields } from '../fields';

/** The calls that move the sandbox itself: clock, tokens, faults, request log, outbox. */
export function controlApi(
	app: FastifyInstance,
	sandbox: Sandbox,
	faults: Faults,
	log: RequestLog,
): void {
	listCalls(app);
	clockCalls(app, sandbox);
	accessCalls(app, sandbox);

	app.get('/faults', () => ({ faults: faults.list() }));
	app.post('/faults', (request) => ({ id: faults.add(readFault(new Fields(request.body))) }));
	app.delete('/faults', () => {
		faults.clear();
		return { faults: [] };
	});

	app.get('/requests', (request) => {
		const fields = new Fields(request.query);
		const method = fields.text('method');
		const path = fields.text('path');
		const last = fields.text('last');
		if (last !== undefined && !/^\d{1,5}$/.test(last)) fields.refuse('last', 'must be a number');
		fields.check();
		const requests = log.last(Number(last ?? 1000), (entry) => {
			const rightMethod = method === undefined || entry.method === method;
			return rightMethod && (path === undefined || entry.url.split('?')[0].startsWith(path));
		});
		return { requests };
	});
	app.delete('/requests', () => {
		log.clear();
		return { requests: [] };
	});

	app.get('/outbox', () => ({ emails: sandbox.outbox.all() }));
	app.delete('/outbox', () => {
		sandbox.outbox.clear();
		return { emails: [] };
	});
}

/** Whoever opens the address that is printed at the start sees what there is. */
function listCalls(app: FastifyInstance): void {
	const calls: string[] = [];
	app.addHook('onRoute', ({ method, url }) => {
		if (method !== 'HEAD') calls.push(`${[method].flat().join(', ')} ${url}`);
	});
	app.get('', () => ({ calls, explanation: 'docs/sandbox.md' }));
}

function clockCalls(app: FastifyInstance, { clock }: Sandbox): void {
	const state = (): object => ({ now: clock.nowIso(), ticking: clock.ticking });

	app.get('/clock', state);
	app.post('/clock', (request) => {
		const fields = new Fields(request.body);
		const set = fields.moment('set');
		const advance = fields.text('advance');
		const ticking = fields.flag('ticking');
		const duration = advance === undefined ? undefined : Duration.fromISO(advance);
		if (duration && (!duration.isValid || duration.toMillis() <= 0)) {
			fields.refuse('advance', 'must be an ISO 8601 duration, such as PT6H or P1D');
		}
		if (set !== undefined && advance !== undefined) {
			fields.refuse('advance', 'cannot be given together with set');
		}
		if (set !== undefined && set < clock.now()) {
			fields.refuse('set', `the clock only moves forward, and it is ${clock.nowIso()}`);
		}
		if (!fields.has('set') && !fields.has('advance') && !fields.has('ticking')) {
			fields.refuse('set', 'give one of set, advance and ticking');
		}
		fields.check();
		if (ticking !== undefined) clock.freeze(!ticking);
		if (set !== undefined) clock.moveTo(set);
		if (duration) clock.moveTo(clock.now() + duration.toMillis());
		return state();
	});
}

function accessCalls(app: FastifyInstance, { access }: Sandbox): void {
	const authentication = (): object => ({
		headerName: access.headerName,
		tokenPrefix: access.tokenPrefix,
	});

	app.get('/organizations', () => ({ organizations: [...access.organizations.values()] }));
	app.get('/tokens', () => ({ tokens: [...access.tokens.values()].map(showToken) }));
	app.post('/tokens', (request) => {
		const fields = new Fields(request.body);
		const token = fields.required('token', fields.text('token'));
		const organizationId = fields.required('organizationId', fields.text('organizationId'));
		const expiresAt = fields.moment('expiresAt');
		if (organizationId && !access.organizations.has(organizationId)) {
			fields.refuse('organizationId', 'is no organization of this sandbox');
		}
		fields.check();
		access.tokens.set(token, { token, organizationId, expiresAt });
		return showToken({ token, organizationId, expiresAt });
	});

	app.get('/authentication', authentication);
	app.put('/authentication', (request) => {
		const fields = new Fields(request.body);
		const headerName = fields.text('headerName');
		const tokenPrefix = fields.any('tokenPrefix');
		if (headerName !== undefined && !/^[\w-]+$/.test(headerName)) {
			fields.refuse('headerName', 'must be the name of a header');
		}
		if (tokenPrefix !== undefined && typeof tokenPrefix !== 'string') {
			fields.refuse('tokenPrefix', 'must be a text, which may be empty');
		}
		fields.check();
		access.headerName = headerName ?? access.headerName;
		if (typeof tokenPrefix === 'string') access.tokenPrefix = tokenPrefix.trim();
		return authentication();
	});
}

function showToken({ token, organizationId, expiresAt }: Token): object {
	const until = expiresAt === undefined ? undefined : new Date(expiresAt).toISOString();
	return { token, organizationId, expiresAt: until };
}
