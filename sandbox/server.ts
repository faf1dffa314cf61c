import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { answerErrors } from './answers';
import { controlApi } from './control/routes';
import { dialectCalls } from './dialects/control';
import { clockError, writeTimes } from './dialects/times';
import { answerWrites } from './dialects/writes';
import { misbehave } from './faultHooks';
import { type Signed, unauthorized } from './keys/keys';
import { refuseOtherSites } from './otherSites';
import { isControl } from './ownPaths';
import { Refusal } from './refusal';
import type { RequestLog } from './requestLog';
import type { Part, Sandbox } from './sandbox';
import { form, read } from './schema';
import { scope } from './scope';

const BODY_LIMIT = 10 * 1024 * 1024;
/** Names may have 250 characters, and a character may take up to 12 when it is written in a path. */
const LONGEST_SEGMENT = 10_000;

export async function buildServer(
	sandbox: Sandbox,
	parts: readonly Part[],
): Promise<FastifyInstance> {
	const app = Fastify({
		bodyLimit: BODY_LIMIT,
		routerOptions: { maxParamLength: LONGEST_SEGMENT },
	});
	const { faults, log } = sandbox;

	app.decorateRequest('caller');
	app.decorateRequest('logNumber', 0);
	app.decorateRequest('signed');
	app.decorateRequest('bodyBytes');
	app.decorateRequest('bodyText');
	answerErrors(app, sandbox);
	refuseOtherSites(app);
	readJson(app, log);
	keepLog(app, sandbox, log);
	misbehave(app, faults, (request, faultId) => log.note(request.logNumber, { faultId }));

	await app.register(
		scope('services', (services) => {
			services.addHook('onRequest', async (request) => {
				const { caller, signed } = sandbox.access.identify(request);
				request.caller = caller;
				request.signed = signed;
				log.note(request.logNumber, { organizationId: caller.id });
			});
			services.addHook('preValidation', async ({ signed, bodyBytes }) => {
				if (signed) refuseOtherBody(signed, bodyBytes);
			});
			answerWrites(services, sandbox.dialect);
			writeTimes(services, sandbox.dialect);
			for (const part of parts) part.service?.(services);
		}),
	);
	await app.register(
		scope('open', (open) => {
			readForms(open);
			open.addHook('preValidation', async (request) => {
				read(form, request.query);
				request.body = request.body === null ? undefined : read(form.optional(), request.body);
			});
			for (const part of parts) part.open?.(open);
		}),
	);
	await app.register(
		scope('control', (control) => {
			controlApi(control, sandbox);
			dialectCalls(control, sandbox.dialect);
			for (const part of parts) part.control?.(control);
		}),
		{ prefix: '/_sandbox' },
	);
	await app.ready();
	return app;
}

function readJson(app: FastifyInstance, log: RequestLog): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		/^application\/([\w.-]+\+)?json\b/,
		{ parseAs: 'buffer' },
		async (
			request: { logNumber: number; bodyBytes?: Buffer; bodyText?: string },
			bytes: Buffer,
		) => {
			const text = bytes.toString('utf8');
			log.noteBody(request.logNumber, text);
			request.bodyBytes = bytes;
			if (text.trim() === '') return undefined;
			request.bodyText = text;
			try {
				return JSON.parse(text) as unknown;
			} catch (error) {
				throw Refusal.invalid(`The body is not JSON: ${(error as Error).message}`);
			}
		},
	);
}

function readForms(app: FastifyInstance): void {
	app.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string' },
		async (_request: unknown, text: string) => Object.fromEntries(new URLSearchParams(text)),
	);
}

/** A signature is over the bytes that travel: not one of them may be another. */
function refuseOtherBody({ digest }: Signed, bytes: Buffer = Buffer.alloc(0)): void {
	if (digest === undefined && bytes.length > 0) {
		throw unauthorized('The signature does not cover the body: it has no digest.');
	}
	const actual = createHash('sha256').update(bytes).digest('base64');
	if (digest !== undefined && digest !== actual) {
		throw unauthorized('The digest does not match the body.');
	}
}

function keepLog(app: FastifyInstance, sandbox: Sandbox, log: RequestLog): void {
	app.addHook('onRequest', async (request) => {
		sandbox.clock.catchUp();
		if (isControl(request.url)) return;
		request.logNumber = log.add(
			{
				time: sandbox.clock.nowIso(),
				method: request.method,
				url: request.url,
				headers: { ...request.headers },
			},
			sandbox.access.secretsIn(request.headers, request.url),
		);
	});
	app.addHook('onSend', async (request, reply) => {
		const error = isControl(request.url) ? 0 : clockError(sandbox.dialect);
		reply.header('date', new Date(sandbox.clock.now() + error).toUTCString());
	});
	app.addHook('onResponse', async (request, reply) => {
		const whole = reply.raw.writableFinished;
		if (request.logNumber > 0 && whole) {
			log.note(request.logNumber, { status: reply.statusCode });
		}
	});
}

declare module 'fastify' {
	interface FastifyRequest {
		/** Its number in the request log; 0 for control calls and the console. */
		logNumber: number;
		/** What its signature vouches for, if it has one. */
		signed?: Signed;
		/** The JSON body, byte for byte. */
		bodyBytes?: Buffer;
		/** The JSON body as it traveled, for anyone who needs its numbers exact. */
		bodyText?: string;
	}
}
