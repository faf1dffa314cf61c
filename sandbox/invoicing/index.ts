import { paymentPage } from '../payment-page';
import type { Part } from '../sandbox';
import { scope } from '../scope';
import { invoicingControl } from './control';
import type { Merchants } from './merchants';
import { playQuarter } from './quarter';
import { invoicingRoutes } from './routes';

/** The invoicing service and its hosted payment page. */
export function invoicingPart(merchants: Merchants): Part {
	const named = (id: string) => merchants.named(id);
	return {
		service: (app) =>
			void app.register(
				scope('invoicing', (own) => invoicingRoutes(own, ({ caller }) => merchants.of(caller))),
			),
		open: (app) => void app.register(scope('paymentPage', (own) => paymentPage(own, merchants))),
		control: (app) =>
			void app.register(scope('invoicingControl', (own) => invoicingControl(own, named))),
		seedQuarter: () => playQuarter(named('merchant_one')),
	};
}
