import { type CustomField, visibleCustomFields } from '../invoicing/customFields';
import type { Invoice } from '../invoicing/invoice';
import type { Merchant } from '../invoicing/merchant';
import { openAmount } from '../invoicing/payments';
import { type Html, html } from './html';
import { formatOf } from './invoiceView';
import { labelsFor } from './labels';

/** What the form sends, and what it shows again when it has to be corrected. */
export type FormValues = Readonly<Record<string, string | undefined>>;

export interface PayerField {
	name: 'email' | 'phone' | 'shippingAddress';
	label: string;
	type: 'email' | 'tel' | 'text';
}

const PAYER_FIELDS: readonly PayerField[] = [
	{ name: 'email', label: 'Your email', type: 'email' },
	{ name: 'phone', label: 'Your phone number', type: 'tel' },
	{ name: 'shippingAddress', label: 'Shipping address', type: 'text' },
];

/** What has to be corrected, by the name of the field. */
export type Problems = Readonly<Record<string, string>>;

const CHECKED = html`checked`;

/** What the settings and the invoice ask of the customer. */
export function payerFields({ settings }: Merchant, { content }: Invoice): PayerField[] {
	const { email, phoneNumber, shipTo } = settings.current;
	const { requestPhone, requestShipping } = content.processingInformation;
	const asked: Record<PayerField['name'], boolean> = {
		email,
		phone: phoneNumber || requestPhone === true,
		shippingAddress: shipTo || requestShipping === true,
	};
	return PAYER_FIELDS.filter(({ name }) => asked[name]);
}

/** The custom fields that the customer may fill in. */
export function openCustomFields(
	{ customFields }: Merchant,
	invoice: Invoice,
): ReturnType<typeof visibleCustomFields> {
	return visibleCustomFields(customFields, invoice).filter(
		({ customerReadOnly }) => !customerReadOnly,
	);
}

export function customInputName({ definitionId }: CustomField): string {
	return `custom-${definitionId}`;
}

export function paymentForm(
	merchant: Merchant,
	invoice: Invoice,
	values: FormValues,
	problems: Problems,
): Html {
	const { currency } = invoice.content.orderInformation.amountDetails;
	const threeDSecure = merchant.settings.current.payerAuthenticationInInvoicing !== 'disable';
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
			${payerFields(merchant, invoice).map((field) => payerInput(field, values, problems))}
			${openCustomFields(merchant, invoice).map((field) => customInput(field, values, problems))}
			<fieldset>
				<legend>Payment method</legend>
				${radios('method', values.method, [
					['card', 'Card'],
					['wallet', 'Digital wallet'],
				])}
			</fieldset>
			<fieldset class="trial">
				<legend>In this sandbox, the payment</legend>
				${radios(
					'outcome',
					values.outcome,
					outcomes.filter(([value]) => merchant.fraudManagement || value !== 'review'),
				)}
				${problemAt('outcome', problems)}
			</fieldset>
			${threeDSecure && html`<p class="note">Your bank may ask you to confirm (3-D Secure).</p>`}
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

function payerInput(
	{ name, label, type }: PayerField,
	values: FormValues,
	problems: Problems,
): Html {
	return html`<label class="field"
		><span>${label}</span
		><input
			type="${type}"
			name="${name}"
			value="${values[name] ?? ''}"
			required
			${described(name, problems)}
		/>${problemAt(name, problems)}</label
	>`;
}

function customInput(
	field: ReturnType<typeof visibleCustomFields>[number],
	values: FormValues,
	problems: Problems,
): Html {
	const name = customInputName(field);
	return html`<label class="field"
		><span>${field.label}</span
		><input
			type="text"
			name="${name}"
			value="${values[name] ?? field.value ?? ''}"
			minlength="${field.minimumLength}"
			maxlength="${field.maximumLength}"
			${described(name, problems)}
		/>${problemAt(name, problems)}</label
	>`;
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
