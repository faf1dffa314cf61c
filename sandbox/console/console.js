'use strict';

const notice = document.getElementById('notice');
const RENEW_EVERY = 1000;
const GONE = { kind: 'bad', text: 'The sandbox does not answer. Is it running?' };

function say({ kind, text }) {
	notice.className = `note ${kind}`;
	notice.textContent = text;
}

/** What the reader has typed, opened and reached, by the id of its element. */
function stateOf(region) {
	const active = document.activeElement;
	return {
		typed: [...region.querySelectorAll('input[id], select[id]')]
			.filter((field) => isChanged(field))
			.map(({ id, value }) => [id, value]),
		open: [...region.querySelectorAll('details[open][id]')].map(({ id }) => id),
		focus: region.contains(active) ? placeOf(region, active) : undefined,
	};
}

function isChanged(field) {
	if (field.tagName !== 'SELECT') return field.value !== field.defaultValue;
	return [...field.options].some((option) => option.selected !== option.defaultSelected);
}

const focusable = (region) => [...region.querySelectorAll('a, button, input, select, summary')];

/** An element without an id is found again by its place and its words. */
function placeOf(region, element) {
	return { id: element.id, at: focusable(region).indexOf(element), words: element.textContent };
}

function restore(region, { typed, open, focus }) {
	for (const [id, value] of typed) {
		const field = document.getElementById(id);
		if (field) field.value = value;
	}
	for (const id of open) document.getElementById(id)?.setAttribute('open', '');
	if (!focus) return;
	const candidate = focusable(region)[focus.at];
	const same = candidate?.textContent === focus.words ? candidate : undefined;
	(document.getElementById(focus.id) ?? same)?.focus({ preventScroll: true });
}

async function renew() {
	const response = await fetch(location.href).catch(() => undefined);
	if (!response) return say(GONE);
	if (notice.textContent === GONE.text) say({ kind: '', text: '' });
	if (!response.ok) return;
	const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
	for (const region of document.querySelectorAll('[data-live]')) {
		const next = fresh.getElementById(region.id);
		if (!next || next.innerHTML === region.renewedFrom) continue;
		const state = stateOf(region);
		region.renewedFrom = next.innerHTML;
		region.replaceChildren(...next.childNodes);
		restore(region, state);
	}
}

/** One look after the other, and none while nobody sees the page. */
async function keepLive() {
	if (!document.hidden) await renew();
	setTimeout(keepLive, RENEW_EVERY);
}

document.addEventListener('submit', async (submitted) => {
	const form = submitted.target;
	if (form.method !== 'post') return;
	submitted.preventDefault();
	const button = submitted.submitter;
	if (button) button.disabled = true;
	try {
		const response = await fetch(form.action, {
			method: 'POST',
			body: new URLSearchParams(new FormData(form)),
		});
		const answer = await response.json();
		say(response.ok ? answer : { kind: 'bad', text: answer.message });
		if (response.ok && answer.kind === 'good') form.reset();
	} catch {
		say(GONE);
	} finally {
		if (button) button.disabled = false;
	}
	await renew();
});

document.addEventListener('click', async ({ target }) => {
	const text = target.dataset?.copy;
	if (text === undefined) return;
	try {
		await navigator.clipboard.writeText(text);
		say({ kind: 'good', text: 'Copied.' });
	} catch {
		say({ kind: 'bad', text: 'The browser does not allow copying. Select the text instead.' });
	}
});

document.addEventListener('change', ({ target }) => {
	if (target.dataset?.submit !== undefined) target.form.submit();
});

// On a phone the menu is wider than the screen.
document
	.querySelector('.menu [aria-current]')
	?.scrollIntoView({ inline: 'center', block: 'nearest' });

document.addEventListener('visibilitychange', () => {
	if (!document.hidden) renew();
});
setTimeout(keepLive, RENEW_EVERY);
