import type { Invoice } from '../invoicing/invoice';
import type { Merchant } from '../invoicing/merchant';
import { openAmount } from '../invoicing/payments';
import { type Html, html } from './html';
import { formatOf } from './invoiceView';
import { labelsFor } from './labels';

/** What the form sends, and what it shows again when it has to be corrected. */
export type FormValues = Readonly<Record<string, string | undefined>>;

const CHECKED = html`checked`;

const OUTCOMES: ReadonlyArray<[value: string, label: string]> = [
	['accept', 'is accepted'],
	['review', 'goes to fraud review'],
	['decline', 'is declined'],
];

export function paymentForm(
	merchant: Merchant,
	invoice: Invoice,
	{ amount, outcome: chosen = 'accept' }: FormValues,
	problem?: string,
): Html {
	const { content, balance, linkKey } = invoice;
	const format = formatOf(merchant, invoice);
	const inParts = content.invoiceInformation.allowPartialPayments === true;
	const minimum = content.orderInformation.amountDetails.minimumPartialAmount;
	const label = labelsFor(merchant.settings.current, invoice)('partialPayment');
	return html`<section>
		<h2>Pay this invoice</h2>
		<form method="post" action="/pay/${linkKey}">
			<input type="hidden" name="open" value="${openAmount(invoice)}" />
			${
				inParts &&
				html`<label
					>${label ?? 'Amount to pay'}${minimum !== undefined && `, at least ${format.money(minimum)}`}
					<input
						type="text"
						name="amount"
						inputmode="decimal"
						autocomplete="off"
						value="${amount ?? balance}"
						${problem !== undefined && html`aria-invalid="true" aria-describedby="problem"`}
				/></label>`
			}
			${problem !== undefined && html`<small class="problem" id="problem">${problem}</small>`}
			<fieldset>
				<legend>In this sandbox, the payment</legend>
				${OUTCOMES.filter(([value]) => merchant.fraudManagement || value !== 'review').map(
					([value, words]) =>
						html`<label class="choice"
							><input
								type="radio"
								name="outcome"
								value="${value}"
								${value === chosen && CHECKED}
							/>${words}</label
						>`,
				)}
			</fieldset>
			<button>Pay ${!inParts && format.money(balance)}</button>
		</form>
	</section>`;
}
