import type { Invoice } from '../invoicing/invoice';
import type { Merchant } from '../invoicing/merchant';
import { openAmount } from '../invoicing/payments';
import { type Html, html } from './html';
import { formatOf } from './invoiceView';
import { labelsFor } from './labels';

/** What the form sends, and what it shows again when it has to be corrected. */
export type FormValues = Readonly<Record<string, string | undefined>>;

/** What has to be corrected, by the name of the field. */
export type Problems = Readonly<Record<string, string>>;

const CHECKED = html`checked`;

export function paymentForm(
	merchant: Merchant,
	invoice: Invoice,
	values: FormValues,
	problems: Problems,
): Html {
	const { currency } = invoice.content.orderInformation.amountDetails;
	const outcomes: Array<[string, string]> = [
		['accept', 'is accepted'],
		['review', 'goes to fraud review'],
		['decline', 'is declined'],
	];
	return html`<section>
		<h2>Pay this invoice</h2>
		<form method="post" action="/pay/${invoice.linkKey}" data-currency="${currency}">
			<input type="hidden" name="open" value="${openAmount(invoice)}" />
			${amountChoice(merchant, invoice, values, problems)}
			<fieldset class="trial">
				<legend>In this sandbox, the payment</legend>
				${radios(
					'outcome',
					values.outcome,
					outcomes.filter(([value]) => merchant.fraudManagement || value !== 'review'),
				)}
				${problemAt('outcome', problems)}
			</fieldset>
			<button>
				<span class="of-all">Pay ${formatOf(merchant, invoice).money(invoice.balance)}</span
				><span class="of-part">Pay a part</span>
			</button>
		</form>
	</section>`;
}

function amountChoice(
	merchant: Merchant,
	invoice: Invoice,
	values: FormValues,
	problems: Problems,
): Html {
	const { content, balance } = invoice;
	if (content.invoiceInformation.allowPartialPayments !== true) {
		return html`<input type="hidden" name="choice" value="full" />
			${problemAt('amount', problems)}`;
	}
	const format = formatOf(merchant, invoice);
	const minimum = content.orderInformation.amountDetails.minimumPartialAmount;
	const label = labelsFor(merchant.settings.current, invoice)('partialPayment');
	const least = minimum === undefined ? '' : `, at least ${format.money(minimum)}`;
	const part = values.choice === 'part';
	return html`<fieldset>
		<legend>Amount</legend>
		<label class="choice"
			><input type="radio" name="choice" value="full" ${!part && CHECKED} /><span
				>Full balance</span
			>
			<b>${format.money(balance)}</b></label
		>
		<label class="choice"
			><input type="radio" name="choice" value="part" ${part && CHECKED} /><span
				>${label ?? 'A part'}${least}</span
			>
			<input
				type="text"
				name="amount"
				inputmode="decimal"
				autocomplete="off"
				aria-label="Amount to pay"
				placeholder="${minimum ?? balance}"
				value="${values.amount ?? ''}"
				${described('amount', problems)}
		/></label>
		${problemAt('amount', problems)}
	</fieldset>`;
}

/** What is wrong stands at the field, for eyes and for screen readers. */
function problemAt(name: string, problems: Problems): Html {
	if (!Object.hasOwn(problems, name)) return html``;
	return html`<small class="problem" id="${name}-problem">${problems[name]}</small>`;
}

function described(name: string, problems: Problems): Html {
	if (!Object.hasOwn(problems, name)) return html``;
	return html`aria-invalid="true" aria-describedby="${name}-problem"`;
}

function radios(
	name: string,
	chosen: string | undefined,
	choices: ReadonlyArray<[value: string, label: string]>,
): Html {
	const selected = choices.find(([value]) => value === chosen) ?? choices[0];
	return html`<div class="choices">
		${choices.map((choice) => {
			const [value, label] = choice;
			const state = choice === selected && CHECKED;
			return html`<label class="choice"
				><input type="radio" name="${name}" value="${value}" ${state} />${label}</label
			>`;
		})}
	</div>`;
}
