'use strict';

/** Typing an amount chooses the part, and the button says how much is paid. */
const form = document.querySelector('form[data-currency]');
const amount = form?.elements.namedItem('amount');
if (amount instanceof HTMLInputElement) {
	const choices = form.elements.namedItem('choice');
	const label = form.querySelector('button .of-part');
	const say = () => {
		const typed = amount.value.trim();
		label.textContent = /^\d+(\.\d+)?$/.test(typed)
			? `Pay ${typed} ${form.dataset.currency}`
			: 'Pay a part';
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
