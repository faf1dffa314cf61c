import { type Html, html } from '../payment-page/html';
import type { Visit } from './visit';

/** The pieces that the pages are made of. */

/** How many of the latest entries a page lists. */
export const SHOWN = 50;

/** A form with one button, which does something. */
export function actionButton(
	{ merchant }: Visit,
	action: string,
	fields: Readonly<Record<string, string>>,
	label: string,
	kind = '',
): Html {
	const hidden = { merchant: merchant.organization.id, ...fields };
	return html`<form method="post" action="/console/${action}">
		${Object.entries(hidden).map(
			([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
		)}
		<button class="${kind}">${label}</button>
	</form>`;
}

const KIND_OF_STATUS: Readonly<Record<string, string>> = {
	PAID: 'good',
	COMPLETED: 'good',
	PARTIAL: 'wait',
	PENDING: 'wait',
	QUEUED: 'wait',
	RUNNING: 'wait',
	RERUN: 'wait',
	CANCELED: 'bad',
	ERROR: 'bad',
};

export function statusBadge(status: string): Html {
	const words = status.replace('_', ' ').toLowerCase();
	return html`<span class="badge ${KIND_OF_STATUS[status] ?? ''}"
		>${words[0].toUpperCase()}${words.slice(1)}</span
	>`;
}

export function table(columns: readonly string[], rows: readonly Html[][]): Html {
	return html`<table>
		<thead>
			<tr>
				${columns.map((column) => html`<th scope="col">${column}</th>`)}
			</tr>
		</thead>
		<tbody>
			${rows.map(
				(cells) =>
					html`<tr>
						${cells.map((content) => html`<td>${content}</td>`)}
					</tr>`,
			)}
		</tbody>
	</table>`;
}

export function nothingHere(text: string): Html {
	return html`<p class="quiet">${text}</p>`;
}

export const cell = (text: string | number | undefined): Html => html`${text}`;

/** 2026-03-10 09:00 */
export function when(time: number | string): Html {
	const iso = new Date(time).toISOString();
	return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')}</time>`;
}

/** A text to copy with one press. */
export function copyable(value: string): Html {
	return html`<span
		><code>${value}</code
		><button type="button" class="quiet" data-copy="${value}" aria-label="Copy ${value}">
			Copy
		</button></span
	>`;
}
