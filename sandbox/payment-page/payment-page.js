'use strict';

const form = document.querySelector('form[data-currency]');

/** Two clicks send the form once. */
const button = form?.querySelector('button');
form?.addEventListener('submit', () => {
	button.disabled = true;
});
// The browser may show this very page again, button and all, when its reader goes back.
window.addEventListener('pageshow', () => {
	if (button) button.disabled = false;
});

/** Typing an amount chooses the part, and the button says how much is paid. */
const amount = form?.elements.namedItem('amount');
if (amount instanceof HTMLInputElement) {
	const choices = form.elements.namedItem('choice');
	const label = form.querySelector('button .of-part');
	const money = new Intl.NumberFormat(document.documentElement.lang, {
		style: 'currency',
		currency: form.dataset.currency,
		maximumFractionDigits: 20,
	});
	const say = () => {
		const typed = amount.value.trim();
		label.textContent = /^\d+(\.\d+)?$/.test(typed) ? `Pay ${money.format(typed)}` : 'Pay a part';
	};
	amount.addEventListener('input', () => {
		choices.value = amount.value.trim() === '' ? 'full' : 'part';
		say();
	});
	form.addEventListener('change', ({ target }) => {
		if (target.name !== 'choice') return;
		if (choices.value === 'part') amount.focus();
		else amount.value = '';
		say();
	});
	say();
}
