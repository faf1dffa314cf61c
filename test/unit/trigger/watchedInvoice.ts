import { examine } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/examine';
import type { Known } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/known';
import { invoiceAnswer, minute, START } from '../../support/invoiceAnswer';

interface WatchedInvoice {
	/** What a look at this minute reports. */
	look: (at: number, ...answer: Parameters<typeof invoiceAnswer>) => string[];
	lacking: ReadonlySet<string>;
	known: () => Known | undefined;
}

/** Looks at one invoice again and again, and learns as the trigger does which entries the service has and lacks. */
export function watching(first: Known | undefined, ...shown: string[]): WatchedInvoice {
	let known = first;
	const events = new Set(shown);
	const lacking = new Set<string>();
	const look: WatchedInvoice['look'] = (at, ...answer) => {
		const invoice = invoiceAnswer(...answer);
		for (const { event } of invoice.history) events.add(event);
		const patience = {
			...{ at: minute(at), activated: START, clocks: [0], isPast: false },
			...{ events, lacking },
		};
		const examined = examine(known, invoice, START, patience);
		known = examined.known;
		for (const event of examined.lacking ?? []) lacking.add(event);
		return examined.steps.map(({ previousStatus, newStatus, payment }) =>
			[previousStatus ?? 'new', newStatus, payment?.amount].filter(Boolean).join(' '),
		);
	};
	return { look, lacking, known: () => known };
}
