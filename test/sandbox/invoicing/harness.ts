import {
	type InvoiceAnswer,
	InvoicingCalls,
	InvoicingControl,
} from '../../support/invoicingSandbox';
import { type Answer, type TestSandbox, useSandbox } from '../../support/sandbox';
import {
	type Body,
	EMAIL_DRAFT,
	IN_PERSON_DRAFT,
	ITEMIZED,
	PAYABLE_IN_PARTS,
	SENT,
	SHARED,
} from './bodies';

export class World {
	readonly calls: InvoicingCalls;

	constructor(readonly sandbox: TestSandbox) {
		this.calls = new InvoicingCalls(sandbox);
	}

	get control(): InvoicingControl {
		return new InvoicingControl(this.sandbox.control);
	}

	async create(body: Body): Promise<InvoiceAnswer> {
		const answer = await this.calls.create(body);
		if (answer.status !== 201) throw new Error(answer.text);
		return answer.body;
	}

	async read(id: string): Promise<InvoiceAnswer> {
		return (await this.calls.get(id)).body;
	}

	/** An invoice that was brought to this status in the shortest way. */
	async invoiceIn(status: string, byEmail = true): Promise<InvoiceAnswer> {
		const make = WAYS[status];
		return await make(this, byEmail);
	}
}

const WAYS: Record<string, (world: World, byEmail: boolean) => Promise<InvoiceAnswer>> = {
	DRAFT: (world, byEmail) => world.create(byEmail ? EMAIL_DRAFT : IN_PERSON_DRAFT),
	CREATED: async (world, byEmail) => {
		if (!byEmail) return await world.create(SHARED);
		const { id } = await world.create(EMAIL_DRAFT);
		return (await world.calls.publish(id)).body;
	},
	SENT: async (world, byEmail) => {
		if (byEmail) return await world.create(SENT);
		const { id } = await world.create(SHARED);
		await world.control.payIntoReview(id);
		return await world.control.rejectPayment(id);
	},
	PARTIAL: async (world, byEmail) => {
		const { id } = await world.create(byEmail ? PAYABLE_IN_PARTS : withoutEmail(PAYABLE_IN_PARTS));
		return await world.control.pay(id, { amount: '50.00' });
	},
	PAID: async (world, byEmail) => {
		const { id } = await world.create(byEmail ? ITEMIZED : withoutEmail(ITEMIZED));
		return await world.control.pay(id);
	},
	PENDING: async (world, byEmail) => {
		const { id } = await world.create(byEmail ? ITEMIZED : withoutEmail(ITEMIZED));
		return await world.control.payIntoReview(id);
	},
	CANCELED: async (world, byEmail) => {
		const { id } = await world.create(byEmail ? SENT : SHARED);
		return (await world.calls.cancel(id)).body;
	},
};

function withoutEmail(body: Body): Body {
	const information = body.invoiceInformation as Body;
	return { ...body, invoiceInformation: { ...information, deliveryMode: 'none' } };
}

export const useWorld = (now = '2026-03-01T12:00:00Z'): World =>
	new World(useSandbox('all', { now }));

/** The fields that were refused; fails when the request was not refused as invalid. */
export function refusedFields(answer: Answer<{ details?: Array<{ field: string }> }>): string[] {
	expect(answer.status).toBe(400);
	expect(answer.body).toMatchObject({ status: 'BADREQUEST', reason: 'VALIDATION_ERRORS' });
	return (answer.body.details ?? []).map(({ field }) => field);
}

export function expectNotAllowed(answer: Answer<unknown>): void {
	expect(answer.status).toBe(400);
	expect(answer.body).toMatchObject({ status: 'BADREQUEST', reason: 'ACTION_NOT_ALLOWED' });
}
