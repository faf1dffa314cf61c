import { type Html, html } from '../payment-page/html';
import type { LoggedRequest } from '../requestLog';
import { actionButton, input, nothingHere, when } from './parts';
import type { ConsolePage, Visit } from './visit';

const SHOWN = 100;

export const requests: ConsolePage = {
	name: 'requests',
	title: 'Requests',
	about: 'What the sandbox received, with bodies. Tokens and signatures are hidden.',
	view: (visit) => {
		const path = visit.query.path?.trim() ?? '';
		const shown = visit.sandbox.log.last(SHOWN, ({ url }) => url.includes(path)).reverse();
		return html`${filter(visit, path)}
		${
			shown.length === 0
				? nothingHere('No requests yet. Run a workflow.')
				: shown.map((request) => entry(request))
		}
		${shown.length > 0 && actionButton(visit, 'requests/clear', {}, 'Empty the log', 'quiet')}`;
	},
	actions: {
		clear: ({ sandbox }) => {
			sandbox.log.clear();
			return 'The log is empty.';
		},
	},
};

function filter({ merchant }: Visit, path: string): Html {
	return html`<form class="filters" method="get" action="/console/requests">
		<input type="hidden" name="merchant" value="${merchant.organization.id}" />
		${input('path', 'Address contains', path, 'search')}
		<button>Find</button>
	</form>`;
}

function entry({ number, time, method, url, headers, body, status, faultId }: LoggedRequest): Html {
	return html`<details class="request" id="request-${number}">
		<summary>
			<span class="badge ${kindOf(status)}">${status ?? 'no answer'}</span>
			<b>${method}</b><code>${url}</code>${faultId !== undefined && html`<em>fault ${faultId}</em>`}
			${when(time)}
		</summary>
		<h3>Headers</h3>
		<pre>${Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\n`)}</pre>
		${
			body !== undefined &&
			html`<h3>Body</h3>
				<pre>${written(body)}</pre>`
		}
	</details>`;
}

function written(body: unknown): string {
	return typeof body === 'string' ? body : JSON.stringify(body, null, 2);
}

function kindOf(status: number | undefined): string {
	if (status === undefined || status >= 500) return 'bad';
	return status >= 400 ? 'wait' : 'good';
}
