'use strict';

const notice = document.getElementById('notice');
const RENEW_EVERY = 1000;
const GONE = { kind: 'bad', text: 'The sandbox does not answer. Is it running?' };

function say({ kind, text }) {
	notice.className = `note ${kind}`;
	notice.textContent = text;
}

/** A button is found again by its form: what it does, and to which invoice or report. */
const markupOf = (element) => (element.closest('form') ?? element).outerHTML;

/** Replaces what a region shows. The emails that the reader has opened stay open, and the focus where it is. */
function show(region, content) {
	const opened = [...region.querySelectorAll('details[open]')].map(({ id }) => id);
	const active = document.activeElement;
	const focused = region.contains(active) && markupOf(active);
	region.replaceChildren(...content);
	for (const id of opened) document.getElementById(id)?.setAttribute('open', '');
	[...region.querySelectorAll('a, button, summary')]
		.find((element) => markupOf(element) === focused)
		?.focus({ preventScroll: true });
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
		region.renewedFrom = next.innerHTML;
		show(region, next.childNodes);
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

document.addEventListener('visibilitychange', () => {
	if (!document.hidden) renew();
});
setTimeout(keepLive, RENEW_EVERY);
