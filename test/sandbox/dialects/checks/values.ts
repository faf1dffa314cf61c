import { UNKNOWN_FIELDS } from '../../../../sandbox/dialects/unknownFields';
import type { VALUES } from '../../../../sandbox/dialects/table/values';
import { type Body, changed, ITEMIZED, LINE_ITEM } from '../../invoicing/bodies';
import { at, type Check, type Checks, type Stage } from '../stage';

const DETAILS = 'orderInformation.amountDetails';
const NAME = 'customerInformation.name';

/** What comes back after creating: the answer, the read and the list entry agree. */
async function createdAndRead(
	stage: Stage,
	changes: Record<string, unknown>,
	body?: Body,
): Promise<[Body, Body]> {
	const { body: answer } = await stage.create(changes, body);
	return [answer, await stage.read(String(answer.id))];
}

/** Creating with one value brings back another, and the ledger has a third. */
const turns =
	(path: string, sent: string, back: unknown, stored: unknown, body?: Body): Check =>
	async (stage) => {
		const answers = await createdAndRead(stage, { [path]: sent }, body);
		expect(answers.map((answer) => at(answer, path))).toEqual([back, back]);
		const truth = await stage.truth(String(answers[0].id));
		expect(at(truth, path)).toEqual(stored);
	};

const MESSY = 'Tom & "Co" <Ltd>\'s';

/** The amount as it travels, in the answer and in the list. */
const writes =
	(written: string): Check =>
	async (stage) => {
		const answer = await stage.create({ [`${DETAILS}.totalAmount`]: '120.50' });
		expect(answer.text).toContain(`"totalAmount":${written},`);
		expect((await stage.get('/invoicing/v2/invoices', { offset: 0, limit: 1 })).text).toContain(
			`"totalAmount":${written},`,
		);
		expect((await stage.sandbox.call('GET', '/_sandbox/invoices')).text).toContain(
			'"totalAmount":120.50,',
		);
	};

/** 200.00 less 10 %, with 20 % tax, on the total and on a line item. */
const RATES_ON_TOTAL = changed(ITEMIZED, {
	[`${DETAILS}.subAmount`]: '200.00',
	[`${DETAILS}.discountPercent`]: '10',
	[`${DETAILS}.taxDetails`]: { type: 'vat', rate: '20' },
});
const RATES_ON_ITEM = changed(ITEMIZED, {
	'orderInformation.lineItems': [
		{ ...LINE_ITEM, quantity: '2', unitPrice: '100.00', discountRate: '10', taxRate: '20' },
	],
});

const reckons =
	(discount: number | undefined, tax: number | undefined): Check =>
	async (stage) => {
		const [, total] = await createdAndRead(stage, {}, RATES_ON_TOTAL);
		expect(at(total, `${DETAILS}.discountPercent`)).toBe(10);
		expect(at(total, `${DETAILS}.discountAmount`)).toBe(discount);
		expect(at(total, `${DETAILS}.taxDetails.amount`)).toBe(tax);
		const [, itemized] = await createdAndRead(stage, {}, RATES_ON_ITEM);
		const [item] = at(itemized, 'orderInformation.lineItems') as Body[];
		expect([item.discountRate, item.discountAmount, item.taxAmount]).toEqual([10, discount, tax]);
	};

const subAmount =
	(expected: number | undefined): Check =>
	async (stage) => {
		const [, invoice] = await createdAndRead(
			stage,
			{ [`${DETAILS}.taxDetails.amount`]: '15.00', [`${DETAILS}.freight.amount`]: '5.00' },
			ITEMIZED,
		);
		expect(at(invoice, `${DETAILS}.subAmount`)).toBe(expected);
	};

const datesAre =
	(dueDate: string, expirationDate: string): Check =>
	async (stage) => {
		const [created, read] = await createdAndRead(stage, {
			'invoiceInformation.dueDate': '2026-03-31',
			'invoiceInformation.expirationDate': '05-04-2026',
		});
		const [entry] = (await stage.list()).invoices ?? [];
		for (const answer of [created, read, entry]) {
			expect(answer.invoiceInformation).toMatchObject({ dueDate, expirationDate });
		}
	};

const enumsAre =
	(status: string, deliveryMode: string, type: string): Check =>
	async (stage) => {
		const [, invoice] = await createdAndRead(stage, {}, RATES_ON_TOTAL);
		expect(invoice).toMatchObject({
			status,
			invoiceInformation: { deliveryMode },
			orderInformation: { amountDetails: { taxDetails: { type } } },
			invoiceHistory: [{}, { event: status === 'sent' ? 'send' : 'SEND' }],
		});
		expect((await stage.list()).invoices).toMatchObject([{ status }]);
	};

const emptyFieldsAre =
	(empty: null | '' | undefined): Check =>
	async (stage) => {
		const [created, read] = await createdAndRead(stage, {}, ITEMIZED);
		for (const answer of [created, read]) {
			expect(at(answer, 'customerInformation.company.name')).toBe(empty);
			expect(at(answer, 'invoiceInformation.expirationDate')).toBe(empty);
			expect(at(answer, `${DETAILS}.freight.amount`)).toBe(empty);
			expect((at(answer, 'orderInformation.lineItems') as Body[])[0].taxRate).toBe(empty);
			expect(at(answer, 'customerInformation.name')).toBe('Amelia Hart');
		}
		const [entry] = (await stage.list()).invoices ?? [];
		expect(at(entry, 'customerInformation.merchantCustomerId')).toBe(empty);
		expect((await stage.calls.update(String(read.id), withoutAnswerFields(read))).status).toBe(200);
	};

/** A read invoice as the body of an update. */
function withoutAnswerFields(read: Body): Body {
	const { customerInformation, orderInformation, accounting } = read;
	const information = read.invoiceInformation as Body;
	const { balanceAmount, ...amountDetails } = at(read, DETAILS) as Body;
	expect(balanceAmount).toBeDefined();
	return {
		...(accounting !== undefined && { accounting }),
		customerInformation,
		invoiceInformation: {
			description: information.description,
			dueDate: information.dueDate,
			deliveryMode: 'email',
			...(information.channel !== undefined && { channel: information.channel }),
		},
		orderInformation: { ...(orderInformation as Body), amountDetails },
	};
}

const returns =
	(field: string, sent: unknown, returned: boolean): Check =>
	async (stage) => {
		const answers = await createdAndRead(stage, { [field]: sent }, ITEMIZED);
		for (const answer of answers) expect(answer[field]).toEqual(returned ? sent : undefined);
		expect((await stage.truth(String(answers[0].id)))[field]).toEqual(sent);
	};

const CUSTOM = [{ definitionId: 7, value: 'PO 4711' }];
const PARTNER = { partner: { developerId: 'D1', solutionId: 'S1' } };

export const VALUE_CHECKS: Checks<keyof typeof VALUES> = {
	invoiceEmail: {
		'as-sent': turns(
			'customerInformation.email',
			'Ann@X.Example',
			'Ann@X.Example',
			'Ann@X.Example',
		),
		'lower-case': turns(
			'customerInformation.email',
			'Ann@X.Example',
			'ann@x.example',
			'ann@x.example',
		),
	},
	invoiceText: {
		'as-sent': turns(NAME, ` ${MESSY} `, ` ${MESSY} `, ` ${MESSY} `),
		trimmed: turns(NAME, ` ${MESSY} `, MESSY, MESSY),
	},
	invoiceAmounts: {
		numbers: writes('120.50'),
		'plain-numbers': writes('120.5'),
		text: writes('"120.50"'),
	},
	invoiceDerivedAmounts: {
		'as-sent': reckons(undefined, undefined),
		'tax-before-discount': reckons(20, 40),
		'tax-after-discount': reckons(20, 36),
	},
	invoiceSubAmount: {
		'as-sent': subAmount(undefined),
		'without-tax-and-freight': subAmount(100),
		'with-tax-and-freight': subAmount(120),
	},
	invoiceDates: {
		'as-sent': datesAre('2026-03-31', '05-04-2026'),
		'year-first': datesAre('2026-03-31', '2026-04-05'),
		'day-first': datesAre('31-03-2026', '05-04-2026'),
	},
	invoiceEnumCase: {
		documented: enumsAre('SENT', 'Email', 'vat'),
		upper: enumsAre('SENT', 'EMAIL', 'VAT'),
		lower: enumsAre('sent', 'email', 'vat'),
	},
	invoiceEmptyFields: {
		absent: emptyFieldsAre(undefined),
		null: emptyFieldsAre(null),
	},
	invoiceUnknownFields: {
		none: async (stage) => {
			const [, read] = await createdAndRead(stage, {});
			expect(read).not.toHaveProperty('accounting');
			const update = { ...withoutAnswerFields(read), accounting: { costCenter: 'C-100' } };
			expect((await stage.calls.update(String(read.id), update)).status).toBe(400);
		},
		kept: async (stage) => {
			const [created, read] = await createdAndRead(stage, {});
			const id = String(read.id);
			for (const path of Object.keys(UNKNOWN_FIELDS)) {
				expect(at(created, path)).toBeDefined();
				expect(at(read, path)).toEqual(at(created, path));
			}
			expect((await stage.calls.get(id)).text).toContain('"entry":9007199254740993');
			expect((await stage.calls.update(id, withoutAnswerFields(read))).status).toBe(200);
			const kept = await stage.read(id);
			expect(at(kept, 'accounting.tags')).toEqual(['north', 'retail']);
			expect(Object.keys((await stage.truth(id)).unknownFields as Body).sort()).toEqual(
				Object.keys(UNKNOWN_FIELDS).sort(),
			);
			const { accounting, ...rest } = withoutAnswerFields(kept);
			expect(accounting).toBeDefined();
			expect((await stage.calls.update(id, rest)).status).toBe(200);
			expect(await stage.read(id)).not.toHaveProperty('accounting');
			expect(at(await stage.read(id), 'customerInformation.segment')).toBe('wholesale');
		},
	},
	invoiceCustomFields: {
		'not-returned': returns('merchantDefinedFieldValues', CUSTOM, false),
		returned: returns('merchantDefinedFieldValues', CUSTOM, true),
	},
	invoicePartner: {
		'not-returned': returns('clientReferenceInformation', PARTNER, false),
		returned: returns('clientReferenceInformation', PARTNER, true),
	},
};
