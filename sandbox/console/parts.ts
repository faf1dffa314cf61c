import { type Html, html } from '../payment-page/html';
import { Refusal } from '../refusal';
import type { Visit } from './visit';

/** The pieces that the pages are made of. */

export const SELECTED = html`selected`;

/** A form that does something. */
export function actionForm(
	{ merchant }: Visit,
	action: string,
	fields: Readonly<Record<string, string>>,
	content: Html,
): Html {
	const hidden = { merchant: merchant.organization.id, ...fields };
	return html`<form class="action" method="post" action="/console/${action}">
		${Object.entries(hidden).map(
			([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
		)}
		${content}
	</form>`;
}

export function actionButton(
	visit: Visit,
	action: string,
	fields: Readonly<Record<string, string>>,
	label: string,
	kind = '',
): Html {
	return actionForm(visit, action, fields, html`<button class="${kind}">${label}</button>`);
}

export function select(
	name: string,
	label: string,
	choices: ReadonlyArray<readonly [value: string, label: string]>,
	chosen = choices[0]?.[0],
	/** Another one where a page has two of the same name: what is chosen is kept by it. */
	id = `${name}-choice`,
): Html {
	return html`<label class="field"
		><span>${label}</span
		><select name="${name}" id="${id}">
			${choices.map(
				([value, text]) =>
					html`<option value="${value}" ${value === chosen && SELECTED}>${text}</option>`,
			)}
		</select></label
	>`;
}

export function input(
	name: string,
	label: string,
	value: string,
	kind: 'text' | 'number' | 'search' = 'text',
): Html {
	return html`<label class="field"
		><span>${label}</span
		><input
			type="${kind}"
			name="${name}"
			id="${name}-input"
			value="${value}"
			autocomplete="off"
			${kind === 'number' && html`min="1"`}
	/></label>`;
}

/** A number that was typed, from 1 on. */
export function wholeNumber(typed: string, label: string, most: number): number {
	const number = Number(typed);
	if (/^\d{1,15}$/.test(typed.trim()) && number >= 1 && number <= most) return number;
	throw Refusal.invalid(`${label}: enter a whole number from 1 to ${most}.`);
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

/** A table whose cells know their column: a phone shows each row as a card. */
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
						${cells.map((cell, at) => html`<td data-column="${columns[at]}"><div>${cell}</div></td>`)}
					</tr>`,
			)}
		</tbody>
	</table>`;
}

export function nothingHere(text: string): Html {
	return html`<p class="empty">${text}</p>`;
}

export const cell = (text: string | number | undefined): Html => html`${text}`;

/** 2026-03-10 09:00 */
export function when(time: number | string): Html {
	const iso = new Date(time).toISOString();
	return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')}</time>`;
}

/** A text to copy with one press. */
export function copyable(value: string): Html {
	return html`<span class="copyable"
		><code>${value}</code
		><button type="button" class="quiet" data-copy="${value}" aria-label="Copy ${value}">
			Copy
		</button></span
	>`;
}
