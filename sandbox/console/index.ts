import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '../refusal';
import type { Part } from '../sandbox';
import { scope } from '../scope';
import { Events } from './events';
import { Guard } from './guard';
import { layout, outOfDate } from './layout';
import type { Notice, Notices } from './notices';
import { PAGES } from './pages';
import type { ConsolePage, Form, Subject } from './visit';

const HEADERS = {
	'cache-control': 'no-store',
	// Browsers that name no other origin than this one can send its forms, and other sites learn nothing.
	'referrer-policy': 'same-origin',
	'x-content-type-options': 'nosniff',
	'x-frame-options': 'DENY',
	'cross-origin-resource-policy': 'same-origin',
	'cross-origin-opener-policy': 'same-origin',
	'content-security-policy':
		"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

const START = '/console/invoices';
const FIRST_MERCHANT = 'merchant_one';

const ASSETS: ReadonlyArray<readonly [file: string, type: string]> = [
	['console.css', 'text/css; charset=utf-8'],
	['console.js', 'text/javascript; charset=utf-8'],
];

interface OfPage {
	Querystring: Form;
}

interface OfAction {
	Body: Form | undefined;
}

/** A web page to see the sandbox and to make things happen in it. It works without scripts; with them it is live. */
export function consolePart(subject: Subject, notices: Notices): Part {
	const guard = new Guard();
	const instance = randomUUID();
	const events = new Events(subject.sandbox.clock, instance);

	const open = (app: FastifyInstance): void => {
		app.addHook('onSend', async (_request, reply) => void reply.headers(HEADERS));
		app.get('/', (_request, reply) => reply.redirect(START));
		app.get('/console', (_request, reply) => reply.redirect(START));
		app.get('/console/events', { exposeHeadRoute: false }, (_request, reply) => {
			reply.hijack();
			events.open(reply.raw);
		});
		for (const [file, type] of ASSETS) {
			const content = readFileSync(path.join(__dirname, file));
			app.get(`/console/${file}`, (_request, reply) => reply.type(type).send(content));
		}
		for (const page of PAGES) {
			app.get<OfPage>(`/console/${page.name}`, ({ query, url }, reply) => {
				const { notice, merchant = FIRST_MERCHANT } = query;
				const visit = {
					...subject,
					merchant: subject.merchants.named(merchant),
					query,
					token: guard.token,
					here: withoutNotice(url),
				};
				return sendPage(reply, layout(visit, page, instance, notices.find(notice)));
			});
			for (const name of Object.keys(page.actions)) addAction(app, page, name);
		}
	};

	const addAction = (app: FastifyInstance, page: ConsolePage, name: string): void => {
		app.post<OfAction>(`/console/${page.name}/${name}`, async ({ body = {}, headers }, reply) => {
			const wantsJson = headers.accept === 'application/json';
			if (!wantsJson && !guard.knows(body)) {
				return sendPage(reply.code(403), outOfDate(pageAt(body.here)));
			}
			guard.check(body);
			const notice = await outcome(async () => {
				const merchant = subject.merchants.named(body.merchant ?? FIRST_MERCHANT);
				return await page.actions[name]({ ...subject, merchant }, body);
			});
			if (wantsJson) return notice;
			return reply.redirect(backTo(body.here, notices.keep(notice)), 303);
		});
	};

	return {
		open: (app) => void app.register(scope('console', open)),
		watch: (app) => {
			app.addHook('onResponse', async ({ method, url }) => {
				if (method !== 'GET' || !url.startsWith('/console')) events.changed();
			});
			app.addHook('preClose', async () => events.close());
		},
	};
}

async function outcome(act: () => Promise<string>): Promise<Notice> {
	try {
		return { kind: 'good', text: await act() };
	} catch (error) {
		if (error instanceof Refusal) return { kind: 'bad', text: error.message };
		throw error;
	}
}

function sendPage(reply: FastifyReply, markup: string): FastifyReply {
	return reply.type('text/html; charset=utf-8').send(markup);
}

function withoutNotice(url: string): string {
	const { pathname, searchParams } = new URL(url, 'http://console');
	searchParams.delete('notice');
	return `${pathname}?${searchParams.toString()}`;
}

function backTo(here: string | undefined, notice: string): string {
	const { pathname, searchParams } = new URL(pageAt(here), 'http://console');
	searchParams.set('notice', notice);
	return `${pathname}?${searchParams.toString()}`;
}

/** Only ever a page of the console. */
function pageAt(here = START): string {
	return PAGES.some(({ name }) => here.split('?')[0] === `/console/${name}`) ? here : START;
}
