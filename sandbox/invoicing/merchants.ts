import type { Organization } from '../access';
import type { Sandbox } from '../sandbox';
import type { Invoice } from './invoice';
import { Merchant } from './merchant';

/** Everyone who may have invoices here. */
export class Merchants {
	private readonly known = new Map<string, Merchant>();

	constructor(readonly sandbox: Sandbox) {}

	of(organization: Organization): Merchant {
		const known = this.known.get(organization.id) ?? new Merchant(this.sandbox, organization);
		this.known.set(organization.id, known);
		return known;
	}

	named(organizationId: string): Merchant {
		return this.of(this.sandbox.access.organization(organizationId));
	}

	/** Whose invoice a payment link opens; 'replaced' for a link that an update has made invalid. */
	findByLink(linkKey: string): { merchant: Merchant; invoice: Invoice } | 'replaced' | undefined {
		for (const merchant of this.known.values()) {
			const invoice = merchant.invoices.findByLink(linkKey);
			if (invoice) return { merchant, invoice };
			if (merchant.invoices.wasReplaced(linkKey)) return 'replaced';
		}
		return undefined;
	}
}
