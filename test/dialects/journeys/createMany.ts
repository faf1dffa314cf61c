import type { IDataObject } from 'n8n-workflow';

import { trimText } from '../../../nodes/shared/text';
import type { NodeRun } from '../../support/engine';
import type { InvoiceRecord } from '../../support/ledger';
import { differencesOf, isSameAmount, surplusOf } from '../differences';
import { messagesOf } from '../verdict';
import type { World } from '../world';
import type { Journey } from './journey';

/** What a service may write otherwise: case, spaces, length, composed letters, marks of HTML. */
const CUSTOMERS = [
	{ name: 'Ann Lee', email: 'Ann.Lee@Example.com', text: 'Chairs & tables <oak>' },
	{ name: 'Zoe\u0308 "Z" O\'Neil', email: 'zoe@example.com', text: 'Work in  May ' },
	{ name: 'Bo & Co', email: 'bo@example.com', text: 'A long text, '.repeat(12) },
	{ name: 'Mia', email: 'MIA@example.com', text: 'Lamp' },
];

const ROWS = CUSTOMERS.map((customer, index) => ({
	...customer,
	number: `C-00${index + 1}`,
	price: `${index + 10}.90`,
}));

const ITEMIZED: IDataObject = {
	mappingMode: 'defineBelow',
	delivery: 'emailNow',
	customerName: '={{ $json.name }}',
	customerEmail: '={{ $json.email }}',
	currency: { __rl: true, mode: 'list', value: 'USD' },
	lineItems: {
		item: [
			{
				productName: '={{ $json.text }}',
				productSku: 'CH-1',
				quantity: '2',
				unitPrice: '={{ $json.price }}',
			},
		],
	},
	additionalFields: {
		dueDate: '2030-12-31',
		invoiceDescription: '={{ $json.text }}',
		discountPercent: '5%',
		taxRate: '7%',
	},
};
const NUMBERED = { ...ITEMIZED, invoiceNumber: '={{ $json.number }}' };
const AMOUNTS: IDataObject = {
	mappingMode: 'defineBelow',
	delivery: 'emailDraft',
	customerName: '={{ $json.name }}',
	customerEmail: '={{ $json.email }}',
	currency: { __rl: true, mode: 'list', value: 'USD' },
	additionalFields: {
		dueDate: '2030-12-31',
		invoiceDescription: '={{ $json.text }}',
		totalAmount: '={{ $json.price }}',
	},
	options: { serviceNumbers: true },
};

export const createMany: Journey = {
	name: 'create many, once',
	// Four new ones; four that exist and one that differs, each refused and looked up; three without a number.
	fewest: 4 + 4 * 2 + 2 + 3,

	async play(world, findings) {
		const create = async (parameters: IDataObject, input: IDataObject[]) =>
			await world.run('invoicing', ['invoice', 'create'], parameters, { input });

		const first = await create(NUMBERED, ROWS);
		const records = await world.ledger.invoices();
		const isWhole = findings.add('with numbers', messagesOf(first), {
			differing: ofRun(first, records),
			harm: [...doubles(records), ...twiceEmailed(records), ...falseClaims(first, records)],
		});

		const again = await create(NUMBERED, ROWS);
		const after = await world.ledger.invoices();
		const expected = again.error
			? []
			: [
					...ofRun(again, after),
					...surplusOf(
						numbers(after),
						ROWS.map(({ number }) => number),
					),
				];
		// That they were there already is what the user should learn. It is no warning.
		const said = again.items.every(({ json }) => json.outcome === 'alreadyThere') && !again.error;
		findings.add('once more', said && isWhole ? [] : again.error ? messagesOf(again) : [], {
			differing:
				isWhole && !again.error && !said ? ['not said that they existed', ...expected] : expected,
			harm: [...doubles(after), ...twiceEmailed(after)],
		});

		await createAnother(world, create, findings);
		await createWithoutNumber(world, create, findings);
	},
};

type Create = (parameters: IDataObject, input: IDataObject[]) => Promise<NodeRun>;
type Add = Parameters<Journey['play']>[1];

/** The number of one invoice for another one: nothing is to come of it, and the user is to learn why. */
async function createAnother(world: World, create: Create, findings: Add): Promise<void> {
	const before = JSON.stringify(await world.ledger.invoices());
	const run = await create(NUMBERED, [{ ...ROWS[0], price: '99.00' }]);
	const isChanged = JSON.stringify(await world.ledger.invoices()) !== before;
	findings.add('a number that is taken', run.error ? [] : messagesOf(run), {
		differing: run.error ? [] : ['another invoice was taken for the same'],
		harm: isChanged ? ['the invoice that has the number was changed'] : [],
	});
}

async function createWithoutNumber(world: World, create: Create, findings: Add): Promise<void> {
	const before = (await world.ledger.invoices()).length;
	const input = ROWS.slice(0, 3);
	const run = await create(AMOUNTS, input);
	const records = await world.ledger.invoices();
	const made = records.length - before;
	findings.add('without numbers', messagesOf(run), {
		differing: [
			...(run.error
				? []
				: surplusOf(
						Array(made).fill('invoice') as string[],
						input.map(() => 'invoice'),
					)),
			...ofRun(run, records),
		],
		harm: made > input.length ? [`${made} invoices instead of ${input.length}`] : [],
	});
}

const numbers = (records: readonly InvoiceRecord[]): string[] => records.map(({ id }) => id);

/** Each row against its own record, found by the number that the node gives. */
function ofRun({ items, error }: NodeRun, records: readonly InvoiceRecord[]): string[] {
	if (error) return [];
	return items.flatMap(({ json }, index) => {
		const record = records.find(({ id }) => id === json.invoiceNumber);
		if (record === undefined) return [`no invoice has the number ${trimText(json.invoiceNumber)}`];
		const { paymentLink } = record.invoiceInformation;
		return [
			...differencesOf(json, record),
			...(json.paymentLink === paymentLink ? [] : [`${record.id}: another payment link`]),
			...ofRow(ROWS[index], record),
		];
	});
}

function ofRow(
	row: (typeof ROWS)[number],
	{ id, customerInformation, orderInformation }: InvoiceRecord,
): string[] {
	const email = trimText(customerInformation.email).toLowerCase();
	const [item] = orderInformation.lineItems ?? [];
	const price = orderInformation.lineItems
		? item.unitPrice
		: orderInformation.amountDetails.totalAmount;
	return [
		...(email === row.email.toLowerCase() ? [] : [`${id}: emailed to ${email}`]),
		...(isSameAmount(trimText(price), row.price) ? [] : [`${id}: price ${trimText(price)}`]),
	];
}

/** Two invoices to one customer about the same. */
const doubles = (records: readonly InvoiceRecord[]): string[] => {
	const emails = records.map(({ customerInformation: { email } }) => trimText(email).toLowerCase());
	return new Set(emails).size === emails.length ? [] : ['billed twice'];
};

const twiceEmailed = (records: readonly InvoiceRecord[]): string[] =>
	records.filter(({ emails }) => emails.length > 1).map(({ id }) => `${id}: emailed twice`);

/** "Nothing was created" must be true. */
const falseClaims = ({ error }: NodeRun, records: readonly InvoiceRecord[]): string[] =>
	error &&
	/nothing was (created|sent)/i.test(`${error.message} ${error.description ?? ''}`) &&
	records.length > 0
		? [`says that nothing was created: ${error.message}`]
		: [];
