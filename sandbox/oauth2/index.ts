import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { html } from '../payment-page/html';
import { Refusal } from '../refusal';
import type { Part } from '../sandbox';
import { count, read } from '../schema';
import { type OAuth2Form, GrantRefusal, type Grants } from './grants';

export const AUTHORIZE = '/oauth2/authorize';
export const TOKEN = '/oauth2/token';
const THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** An authorization server as OAuth 2 has it, for access tokens that live for minutes. */
export function authorizationPart(grants: Grants): Part {
	return {
		open: (app) => {
			authorizePage(app, grants);
			tokenEndpoint(app, grants);
		},
		control: (app) => controlCalls(app, grants),
	};
}

/** Where the user is sent to say yes. */
function authorizePage(app: FastifyInstance, grants: Grants): void {
	app.get<{ Querystring: OAuth2Form }>(AUTHORIZE, (request, reply) => {
		const { clientId } = readAsked(grants, request.query);
		const fields = Object.entries(request.query).map(
			([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
		);
		const page = html`<!doctype html>
			<html lang="en">
				<head>
					<meta charset="utf-8" />
					<title>Sandbox authorization</title>
				</head>
				<body style="font-family: sans-serif; margin: 4rem auto; max-width: 30rem">
					<h1>Sandbox authorization</h1>
					<p>
						${clientId} asks to use the data of ${grants.clients.get(clientId)?.organizationId}.
					</p>
					<form method="post" action="${AUTHORIZE}">
						${fields}
						<button name="answer" value="allow">Allow</button>
						<button name="answer" value="deny">Deny</button>
					</form>
				</body>
			</html>`;
		return reply.type('text/html; charset=utf-8').send(page.markup);
	});

	app.post<{ Body: OAuth2Form | undefined }>(AUTHORIZE, (request, reply) => {
		const { redirectUri, clientId, state } = readAsked(grants, request.body ?? {});
		const answer: [string, string] =
			request.body?.answer === 'allow'
				? ['code', grants.allow(clientId, redirectUri.href)]
				: ['error', 'access_denied'];
		redirectUri.searchParams.set(...answer);
		if (state !== undefined) redirectUri.searchParams.set('state', state);
		return reply.redirect(redirectUri.href, 303);
	});
}

function readAsked(grants: Grants, form: OAuth2Form) {
	const { response_type: type, client_id: clientId = '', redirect_uri: redirect = '' } = form;
	if (type !== 'code') throw Refusal.invalid('response_type must be code.');
	if (!grants.clients.has(clientId)) throw Refusal.invalid('client_id is unknown.');
	if (!URL.canParse(redirect) || !THIS_MACHINE.test(new URL(redirect).hostname)) {
		throw Refusal.invalid('redirect_uri must lead to this machine.');
	}
	return { clientId, redirectUri: new URL(redirect), state: form.state };
}

function tokenEndpoint(app: FastifyInstance, grants: Grants): void {
	app.post<{ Body: OAuth2Form | undefined }>(TOKEN, (request, reply) => {
		reply.header('cache-control', 'no-store');
		try {
			const form = request.body ?? {};
			const [id, secret] = clientIn(request);
			return reply.send(grants.exchange(grants.authenticate(id, secret), form));
		} catch (error) {
			if (!(error instanceof GrantRefusal)) throw error;
			return refuse(reply, error);
		}
	});
}

function refuse(reply: FastifyReply, { error, message }: GrantRefusal): FastifyReply {
	return reply
		.code(error === 'invalid_client' ? 401 : 400)
		.send({ error, error_description: message });
}

/** In the header as RFC 6749 prefers it, or in the form. */
function clientIn({
	headers,
	body,
}: FastifyRequest<{ Body: OAuth2Form | undefined }>): Array<string | undefined> {
	const basic = /^Basic (.+)$/i.exec(headers.authorization ?? '')?.[1];
	if (basic === undefined) return [body?.client_id, body?.client_secret];
	const [id, ...secret] = Buffer.from(basic, 'base64').toString('utf8').split(':');
	return [id, secret.join(':')];
}

const limitBody = z.strictObject({ accessTokenRequests: count(1).nullable() });

function controlCalls(app: FastifyInstance, grants: Grants): void {
	app.put('/oauth2', (request) => {
		const { accessTokenRequests } = read(limitBody, request.body ?? {});
		grants.accessTokenRequests = accessTokenRequests ?? undefined;
		return { accessTokenRequests };
	});
	app.post('/oauth2/expire', () => {
		grants.expire();
		return { expired: true };
	});
	app.post('/oauth2/revoke', () => {
		grants.revoke();
		return { revoked: true };
	});
}
