import { type Html, html } from '../payment-page/html';
import { moveButtons } from './clock';
import { PAGES } from './pages';
import { SELECTED } from './parts';
import type { ConsolePage, Visit } from './visit';

const CURRENT = html`aria-current="page"`;

/** A whole page of the console. What carries data-live is renewed when something changes. */
export function layout(visit: Visit, page: ConsolePage): string {
	const now = visit.sandbox.clock.nowIso().slice(0, 19).replace('T', ' ');
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<title>${page.title} · Sandbox console</title>
				<link rel="icon" href="data:," />
				<link rel="stylesheet" href="/console/console.css" />
				<script src="/console/console.js" defer></script>
			</head>
			<body>
				<a class="skip" href="#content">Skip to the content</a>
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
				<main id="content" tabindex="-1">
					<h1>${page.title}</h1>
					<p class="about">${page.about}</p>
					<div id="notice" role="status"></div>
					<div id="live" data-live>${page.view(visit)}</div>
				</main>
			</body>
		</html>`.markup;
}

function merchantChoice({ sandbox, merchant }: Visit, page: ConsolePage): Html {
	return html`<form class="merchant" method="get" action="/console/${page.name}">
		<label
			><span>Merchant</span>
			<select name="merchant" id="merchant" data-submit>
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
