import type { Email } from '../outbox';
import { type Html, html } from '../payment-page/html';
import { nothingHere, SHOWN, when } from './parts';
import type { ConsolePage, Visit } from './visit';

export const emails: ConsolePage = {
	name: 'emails',
	title: 'Emails',
	about: 'What would have been sent, as the reader sees it. No email leaves the sandbox.',
	view: (visit) => {
		const { sandbox, merchant } = visit;
		const own = sandbox.outbox
			.all()
			.map((email, at) => ({ ...email, at }))
			.filter(({ organizationId }) => organizationId === merchant.organization.id);
		if (own.length === 0) return nothingHere('No emails yet. Send an invoice in your workflow.');
		return html`${own
			.slice(-SHOWN)
			.reverse()
			.map((email) => mail(visit, email))}
		${own.length > SHOWN && html`<p class="quiet">The latest ${SHOWN} of ${own.length}.</p>`}`;
	},
	actions: {},
};

function mail(
	{ sandbox, merchant }: Visit,
	{ at, to, subject, text, time }: Email & { at: number; time: string },
): Html {
	return html`<details class="mail" id="mail-${at}">
		<summary><b>${subject}</b><span>${to}</span>${when(time)}</summary>
		<article>
			<p class="quiet">
				From ${merchant.displayName} &lt;${merchant.contact.email}&gt;<br />To ${to}
			</p>
			${text.split('\n\n').map((paragraph) => html`<p>${withLink(paragraph, sandbox.address)}</p>`)}
		</article>
	</details>`;
}

/** A payment link can be opened. Any other address stays text: it came from outside. */
function withLink(paragraph: string, address: string): Html {
	const at = paragraph.indexOf(`${address}/pay/`);
	if (at < 0) return html`${paragraph}`;
	const [link] = paragraph.slice(at).split(/\s/);
	return html`${paragraph.slice(0, at)}<a href="${link}" target="_blank" rel="noreferrer">${link}</a
		>${paragraph.slice(at + link.length)}`;
}
