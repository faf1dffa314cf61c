import type { Merchant } from '../invoicing/merchant';
import { type Html, html } from './html';
import { styleSheet } from './style';

export interface Page {
	status: number;
	markup: string;
}

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
export function plainPage(status: number, title: string, explanation: string): Page {
	const content = html`<section>
		<h2>${title}</h2>
		<p class="quiet">${explanation}</p>
	</section>`;
	const header = html`<header><div></div></header>`;
	return { status, markup: page(title, 'en', styleSheet(), header, content) };
}

function page(title: string, language: string, style: Html, header: Html, content: Html): string {
	return html`<!doctype html>
		<html lang="${language}">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>${title}</title>
				${style}
			</head>
			<body>
				${header}
				<main>${content}</main>
				<footer>Sandbox payment page: no card is needed and no money moves.</footer>
			</body>
		</html>`.markup;
}
