import type { Merchant } from '../invoicing/merchant';
import { type Html, html } from './html';
import { styleSheet } from './style';

/** A whole page in the merchant's colors. */
export function merchantPage(merchant: Merchant, title: string, content: Html): string {
	const { headerStyle, merchantLogo, showVatNumber, vatRegistrationNumber, deliveryLanguage } =
		merchant.settings.current;
	const name = merchant.displayName;
	const header = html`<header>
		<div>
			${merchantLogo !== undefined && html`<img src="${merchantLogo}" alt="" />`}
			<div>
				<strong>${name}</strong>
				${
					showVatNumber &&
					vatRegistrationNumber !== undefined &&
					html`<small>VAT number ${vatRegistrationNumber}</small>`
				}
			</div>
		</div>
	</header>`;
	return page(`${title} · ${name}`, deliveryLanguage, styleSheet(headerStyle), header, content);
}

/** A page for a link that leads to no merchant. */
export function plainPage(title: string, explanation: string): string {
	const content = html`<section>
		<h2>${title}</h2>
		<p class="quiet">${explanation}</p>
	</section>`;
	return page(title, 'en', styleSheet(), html`<header><div></div></header>`, content);
}

function page(title: string, language: string, style: Html, header: Html, content: Html): string {
	return html`<!doctype html>
		<html lang="${language}">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>${title}</title>
				${style}
				<script src="/payment-page.js" defer></script>
			</head>
			<body>
				${header}
				<main>${content}</main>
				<footer>Sandbox payment page: no card is needed and no money moves.</footer>
			</body>
		</html>`.markup;
}
