import type { Change, Status } from '../../../nodes/MerchantInvoicing/invoice/states';
import { STATUSES, whyNot } from '../../../nodes/MerchantInvoicing/invoice/states';
import { isOwedStatus } from '../../../nodes/shared/invoice/invoice';

/** What the specification's transitions allow, by the invoice's delivery. */
const ALLOWED: Record<Change, { email: Status[]; none: Status[] }> = {
	cancel: { email: ['CREATED', 'DRAFT', 'SENT'], none: ['CREATED', 'DRAFT', 'SENT'] },
	publish: { email: ['DRAFT'], none: ['DRAFT'] },
	send: { email: ['CREATED', 'DRAFT', 'PARTIAL', 'SENT'], none: ['DRAFT'] },
	update: { email: ['CREATED', 'DRAFT', 'SENT'], none: ['CREATED', 'DRAFT', 'SENT'] },
};

describe.each(Object.keys(ALLOWED) as Change[])('to %s an invoice', (change) => {
	describe.each(['email', 'none'] as const)('with delivery %s', (delivery) => {
		it.each(STATUSES)('in status %s', (status) => {
			const isAllowed = ALLOWED[change][delivery].includes(status);
			// The service returns the delivery capitalised: Email, None.
			const deliveryMode = delivery[0].toUpperCase() + delivery.slice(1);
			const reason = whyNot(change, { status, deliveryMode, customerEmail: 'ann@example.com' });
			if (isAllowed) expect(reason).toBeUndefined();
			else expect(reason).toEqual(expect.any(String));
		});
	});

	it('is for the service to decide in a status that is not known', () => {
		expect(
			whyNot(change, { status: 'EXPIRED', deliveryMode: 'None', customerEmail: '' }),
		).toBeUndefined();
	});
});

it.each(['CREATED', 'DRAFT', 'PARTIAL', 'SENT'])(
	'a %s invoice is not emailed to nobody',
	(status) => {
		const state = { status, customerEmail: '' };
		expect(whyNot('send', { ...state, deliveryMode: 'Email' })).toBe('without an email address');
	},
);

it('a draft that is shared by its link needs no email address', () => {
	const state = { status: 'DRAFT', deliveryMode: 'None', customerEmail: '' };
	expect(whyNot('send', state)).toBeUndefined();
});

it('something is owed on a published invoice that is not fully paid', () => {
	expect(STATUSES.filter(isOwedStatus)).toEqual(['CREATED', 'PARTIAL', 'SENT']);
});
