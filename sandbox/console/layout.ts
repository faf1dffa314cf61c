import { type Html, html } from '../payment-page/html';
import { moveButtons } from './clock';
import { controls } from './controls';
import { emails } from './emails';
import { invoices } from './invoices';
import { keys } from './keys';
import { reports } from './reports';
import type { ConsolePage, Visit } from './visit';

/** In the order of the menu. */
export const PAGES: readonly ConsolePage[] = [invoices, reports, emails, controls, keys];

const CURRENT = html`aria-current="page"`;
const SELECTED = html`selected`;

/** A whole page of the console. What carries data-live is renewed when something changes. */
export function layout(visit: Visit, page: ConsolePage): string {
	const now = visit.sandbox.clock.nowIso().slice(0, 19).replace('T', ' ');
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>${page.title} · Sandbox console</title>
				<link rel="icon" href="data:," />
				<link rel="stylesheet" href="/console/console.css" />
				<script src="/console/console.js" defer></script>
			</head>
			<body>
				<header>
					<strong><a href="/console/invoices">Sandbox</a></strong>
					${merchantChoice(visit, page)}
					<div class="clock" id="clock-bar" data-live>
						<span id="clock-now">${now} GMT</span>
						${moveButtons(visit)}
					</div>
				</header>
				<nav class="menu" aria-label="Console">
					${PAGES.map(
						({ name, title }) =>
							html`<a
								href="/console/${name}?merchant=${visit.merchant.organization.id}"
								${name === page.name && CURRENT}
								>${title}</a
							>`,
					)}
				</nav>
				<main>
					<h1>${page.title}</h1>
					<p class="quiet">${page.about}</p>
					<div id="notice" role="status"></div>
					<div id="live" data-live>${page.view(visit)}</div>
				</main>
			</body>
		</html>`.markup;
}

function merchantChoice({ sandbox, merchant }: Visit, page: ConsolePage): Html {
	return html`<form method="get" action="/console/${page.name}">
		<label
			>Merchant
			<select name="merchant" data-submit>
				${[...sandbox.access.organizations.values()].map(
					({ id, name }) =>
						html`<option value="${id}" ${id === merchant.organization.id && SELECTED}>
							${name}
						</option>`,
				)}
			</select></label
		>
	</form>`;
}
