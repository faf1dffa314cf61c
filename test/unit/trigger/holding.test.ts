import { examine } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/examine';
import type { Known } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/known';
import { invoiceAnswer, minute, START } from '../../support/invoiceAnswer';

const patience = {
	at: minute(20),
	activated: START,
	clocks: [0],
	isPast: false,
	events: new Set(['CREATE', 'SEND']),
	lacking: new Set<string>(),
};

const look = (
	known: Known | undefined,
	status: string,
	history: string,
	at: number,
	lacking = patience.lacking,
) => {
	const given = { ...patience, at: minute(at), lacking };
	const examined = examine(known, invoiceAnswer(status, history), START, given);
	return { ...examined, told: examined.steps.map(({ newStatus }) => newStatus) };
};

describe('An entry that may lead to two statuses', () => {
	it('waits for the entry of the other one, and tells both', () => {
		const first = look(undefined, 'SENT', 'CREATE 20', 21);
		expect(first.told).toEqual([]);
		expect(look(first.known, 'SENT', 'CREATE 20, SEND 26', 28).told).toEqual(['CREATED', 'SENT']);
	});

	it('tells the present one where no other comes, and remembers that', () => {
		const first = look(undefined, 'SENT', 'DRAFT 19, CREATE 20', 21);
		expect(first.told).toEqual(['DRAFT']);
		const second = look(first.known, 'SENT', 'DRAFT 19, CREATE 20', 30);
		expect(second.told).toEqual([]);
		const third = look(second.known, 'SENT', 'DRAFT 19, CREATE 20', 36);
		expect(third).toMatchObject({ told: ['SENT'], lacking: ['CREATE alone'] });
		expect(third.steps).toMatchObject([{ previousStatus: 'DRAFT', at: minute(20) }]);
		const lacking = new Set(third.lacking);
		expect(look(undefined, 'SENT', 'CREATE 20', 20, lacking).told).toEqual(['SENT']);
	});

	it('tells the one that a look has shown where the next entry is of something else', () => {
		const first = look(undefined, 'SENT', 'CREATE 20', 21);
		const second = look(first.known, 'PARTIAL', 'CREATE 20, PAYMENT 26', 28);
		expect(second).toMatchObject({ told: ['SENT', 'PARTIAL'], lacking: ['CREATE alone'] });
		expect(look(first.known, 'PARTIAL', 'CREATE 20, PAYMENT 21', 28).told).toEqual([
			'SENT',
			'PARTIAL',
		]);
	});

	it('tells its usual one where the next entry was not shown in time: then its own may be late too', () => {
		const first = look(undefined, 'SENT', 'CREATE 20', 21);
		const second = look(first.known, 'PARTIAL', 'CREATE 20, PAYMENT 20.5', 28);
		expect(second).toMatchObject({ told: ['CREATED', 'PARTIAL'] });
		expect(second.lacking).toBeUndefined();
	});

	it('tells its usual one where entries of the same poll may have led to the one that was seen', () => {
		const first = look(undefined, 'SENT', 'CREATE 20', 21);
		const soon = look(first.known, 'SENT', 'CREATE 20, PENDING 21.1, REJECTED 21.2', 28);
		expect(soon.told).toEqual(['CREATED', 'PENDING', 'SENT']);
		const later = look(first.known, 'SENT', 'CREATE 20, PENDING 23, REJECTED 24', 28);
		expect(later.told).toEqual(['SENT', 'PENDING', 'SENT']);
	});

	it('tells the present one only where both entries turn out to be of the same moment', () => {
		const first = look(undefined, 'SENT', 'CREATE 20', 21);
		expect(look(first.known, 'SENT', 'CREATE 20, SEND 20', 28).told).toEqual(['SENT']);
	});

	it('is waited for through reminders', () => {
		const first = look(undefined, 'SENT', 'CREATE 20', 21);
		const second = look(first.known, 'SENT', 'CREATE 20, REMINDER 24', 28);
		expect(second.told).toEqual([]);
		const third = look(second.known, 'SENT', 'CREATE 20, REMINDER 24, SEND 26', 34);
		expect(third.told).toEqual(['CREATED', 'CREATED', 'SENT']);
	});

	it('is waited for through an older answer', () => {
		const first = look(undefined, 'SENT', 'CREATE 20', 21);
		const second = look(first.known, 'SENT', '', 22);
		expect(second.told).toEqual([]);
		expect(look(second.known, 'SENT', 'CREATE 20, SEND 26', 28).told).toEqual(['CREATED', 'SENT']);
	});

	it('goes on at once with what was waited for without success before', () => {
		const lacking = new Set(['PAYMENT alone']);
		const first = look(undefined, 'SENT', 'CREATE 20', 21, lacking);
		const second = look(first.known, 'PENDING', 'CREATE 20, PAYMENT 26', 28, lacking);
		expect(second.told).toEqual(['SENT', 'PENDING']);
	});

	it('goes on with another one that is waited for', () => {
		const first = look(undefined, 'SENT', 'CREATE 20', 21);
		const second = look(first.known, 'PENDING', 'CREATE 20, PAYMENT 26', 28);
		expect(second).toMatchObject({ told: ['SENT'], lacking: ['CREATE alone'] });
		const third = look(second.known, 'PENDING', 'CREATE 20, PAYMENT 26, PENDING 27', 33);
		expect(third.told).toEqual(['PARTIAL', 'PENDING']);
	});

	it('is not waited for where it is of the past', () => {
		const past = { ...patience, isPast: true };
		const { steps } = examine(undefined, invoiceAnswer('SENT', 'CREATE 20'), START, past);
		expect(steps).toMatchObject([{ newStatus: 'SENT' }]);
	});
});
