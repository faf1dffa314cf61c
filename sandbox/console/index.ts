import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal';
import type { Part } from '../sandbox';
import { scope } from '../scope';
import { layout, PAGES } from './layout';
import type { Form, Subject } from './visit';

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

interface Notice {
	kind: 'good' | 'bad';
	text: string;
}

/** A web page to see the sandbox and to make things happen in it. Its script sends the forms, and keeps it live. */
export function consolePart(subject: Subject): Part {
	const open = (app: FastifyInstance): void => {
		app.addHook('onSend', async (_request, reply) => void reply.headers(HEADERS));
		app.get('/', (_request, reply) => reply.redirect(START));
		app.get('/console', (_request, reply) => reply.redirect(START));
		for (const [file, type] of ASSETS) {
			const content = readFileSync(path.join(__dirname, file));
			app.get(`/console/${file}`, (_request, reply) => reply.type(type).send(content));
		}
		for (const page of PAGES) {
			app.get<OfPage>(`/console/${page.name}`, ({ query }, reply) => {
				const merchant = subject.merchants.named(query.merchant ?? FIRST_MERCHANT);
				const markup = layout({ ...subject, merchant }, page);
				return reply.type('text/html; charset=utf-8').send(markup);
			});
			for (const [name, act] of Object.entries(page.actions)) {
				app.post<OfAction>(`/console/${page.name}/${name}`, async ({ body = {} }) =>
					outcome(async () => {
						const merchant = subject.merchants.named(body.merchant ?? FIRST_MERCHANT);
						return await act({ ...subject, merchant }, body);
					}),
				);
			}
		}
	};

	return { open: (app) => void app.register(scope('console', open)) };
}

async function outcome(act: () => Promise<string>): Promise<Notice> {
	try {
		return { kind: 'good', text: await act() };
	} catch (error) {
		if (error instanceof Refusal) return { kind: 'bad', text: error.message };
		throw error;
	}
}
