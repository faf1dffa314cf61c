import { AUTHORIZE, TOKEN } from '../oauth2';
import { html } from '../payment-page/html';
import { cell, copyable, table, when } from './parts';
import type { ConsolePage } from './visit';

export const keys: ConsolePage = {
	name: 'keys',
	title: 'Tokens and keys',
	about: 'What to put into the credential. They are made up, and the same in every sandbox.',
	view: ({ sandbox: { access, address, clock }, grants }) => {
		const validity = (expiresAt: number | undefined) => {
			if (expiresAt === undefined) return cell('valid');
			return expiresAt <= clock.now() ? cell('no longer valid') : html`until ${when(expiresAt)}`;
		};
		return html`<section class="card">
				<h2>Address</h2>
				<p>${copyable(address)}</p>
			</section>
			<section class="card">
				<h2>Tokens</h2>
				${table(
					['Token', 'Organization', 'State'],
					[...access.tokens.values()].map(({ token, organizationId, expiresAt }) => [
						copyable(token),
						cell(organizationId),
						validity(expiresAt),
					]),
				)}
			</section>
			<section class="card">
				<h2>Keys to sign with</h2>
				${table(
					['Key ID', 'Shared secret', 'Merchant ID'],
					[...access.keys.all.values()].map(({ id, secret, organizationId }) => [
						copyable(id),
						copyable(secret),
						copyable(organizationId),
					]),
				)}
			</section>
			<section class="card">
				<h2>OAuth2</h2>
				${table(
					['Client ID', 'Client secret', 'Organization'],
					[...grants.clients.values()].map(({ id, secret, organizationId }) => [
						copyable(id),
						copyable(secret),
						cell(organizationId),
					]),
				)}
				<p>Authorization URL ${copyable(`${address}${AUTHORIZE}`)}</p>
				<p>Access token URL ${copyable(`${address}${TOKEN}`)}</p>
			</section>`;
	},
	actions: {},
};
