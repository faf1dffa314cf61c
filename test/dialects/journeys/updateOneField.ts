import { isLosslessNumber, parse } from 'lossless-json';
import { isDeepStrictEqual } from 'node:util';

import { trimText } from '../../../nodes/shared/text';
import { UNKNOWN_FIELDS } from '../../../sandbox/dialects/unknownFields';
import { changed, ITEMIZED, LINE_ITEM } from '../../sandbox/invoicing/bodies';
import type { InvoiceRecord } from '../../support/ledger';
import { isSameAmount } from '../differences';
import { messagesOf } from '../verdict';
import type { World } from '../world';
import type { Journey } from './journey';

const NUMBER = 'U-001';
const PATH = '/invoicing/v2/invoices';

/** Discount and tax by rate, marks of HTML, spaces and a letter in two parts: all that may come back otherwise. */
const RICH = changed(ITEMIZED, {
	'customerInformation.name': 'Zoe\u0308 & Co <North>',
	'customerInformation.email': 'Zoe@Example.com',
	'customerInformation.company': { name: 'Zoe "Z" & Co' },
	'invoiceInformation.invoiceNumber': NUMBER,
	'invoiceInformation.description': 'Chairs & tables',
	'invoiceInformation.dueDate': '2030-12-05',
	'invoiceInformation.expirationDate': '06-12-2030',
	'invoiceInformation.sendImmediately': false,
	'invoiceInformation.allowPartialPayments': true,
	'orderInformation.amountDetails': {
		currency: 'USD',
		totalAmount: '114.08',
		subAmount: '120.00',
		discountPercent: '10.00',
		taxDetails: { type: 'STATE', rate: '4.7' },
		freight: { amount: '1.00', taxable: false },
		minimumPartialAmount: '25.50',
	},
	'orderInformation.lineItems': [LINE_ITEM],
});

/** The service may keep these to itself. Then nobody can send them back, as a notice in the editor says. */
const KEPT_BACK = {
	merchantDefinedFieldValues: [{ definitionId: 1, value: 'C-100' }],
	clientReferenceInformation: { partner: { developerId: '007', solutionId: 'S-1' } },
};

export const updateOneField: Journey = {
	name: 'update one field',
	// Created and shown twice by the journey; read and changed by the node.
	fewest: 3 + 2,

	async play(world, findings) {
		const { sandbox, ledger } = world;
		await sandbox.call('POST', PATH, { body: { ...RICH, ...KEPT_BACK } });
		const shown = await shownBy(world);
		const before = await recordOf(ledger);
		const run = await world.run('invoicing', ['invoice', 'update'], {
			invoice: { __rl: true, mode: 'id', value: NUMBER },
			changes: { invoiceDescription: TEXT },
		});
		const shownAfter = await shownBy(world);
		const after = await recordOf(ledger);
		const isUpdated = after.invoiceInformation.description === TEXT;
		const keptBack = Object.keys(KEPT_BACK).filter((name) => !(name in shown));
		const changes = changesOf(
			without(before, keptBack, shown),
			without(after, keptBack, shown),
			shown,
		);
		const claim = `${run.error?.message ?? ''} ${run.error?.description ?? ''}`;
		const isDenied = /nothing was changed/i.test(claim) && isUpdated;
		findings.add('the description', messagesOf(run), {
			differing: [
				...changes,
				...visibleChanges(shown, shownAfter),
				...(isUpdated || run.error ? [] : ['was not changed']),
			],
			harm: isDenied ? [`not true: ${claim}`] : [],
		});
	},
};

const TEXT = 'Another text';

/** The invoice as the service answers with it, every number with all its digits. */
async function shownBy({ sandbox }: World): Promise<object> {
	const { text } = await sandbox.call('GET', `${PATH}/${NUMBER}`);
	return asWritten(parse(text)) as object;
}

async function recordOf(ledger: World['ledger']): Promise<InvoiceRecord> {
	const record = await ledger.invoice(NUMBER);
	if (record === undefined) throw new Error(`${NUMBER} was not created`);
	return record;
}

/** What the service calculates itself: sent back as it was shown, it shows the same again. */
const WORKED_OUT = ['discountAmount', 'subAmount', 'taxDetails.amount'].map(
	(name) => `.orderInformation.amountDetails.${name}`,
);

/** What changed besides the description, by the books of the service; `shown` is what it had shown before. */
function changesOf(before: object, after: object, shown: object): string[] {
	const [was, is, answered] = [before, after, shown].map((invoice) => leavesOf(invoice));
	const isKept = (path: string): boolean =>
		isDeepStrictEqual(was.get(path), is.get(path)) ||
		(WORKED_OUT.includes(path) && isSameAmount(is.get(path), answered.get(path))) ||
		(path.endsWith('.type') && trimText(was.get(path)) === trimText(is.get(path)).toUpperCase());
	return [...new Set([...was.keys(), ...is.keys()])]
		.filter((path) => !isKept(path))
		.map((path) => `${path}: ${String(was.get(path))} became ${String(is.get(path))}`);
}

/** What the service shows otherwise than before, besides the description and what every change adds to. */
function visibleChanges(before: object, after: object): string[] {
	const [was, is] = [before, after].map((invoice) => leavesOf(invoice));
	const isMeant = (path: string) =>
		/^\.(invoiceHistory|submitTimeUtc|invoiceInformation\.description)/.test(path);
	return [...new Set([...was.keys(), ...is.keys()])]
		.filter((path) => !isMeant(path) && !isDeepStrictEqual(was.get(path), is.get(path)))
		.map((path) => `shows ${path}: ${String(was.get(path))} became ${String(is.get(path))}`);
}

function without(record: InvoiceRecord, keptBack: readonly string[], shown: object): object {
	const copy = structuredClone(record) as Partial<InvoiceRecord>;
	for (const name of keptBack) delete copy[name];
	// Every invoice has them until an update says otherwise.
	copy.unknownFields ??= 'accounting' in shown ? asWritten(UNKNOWN_FIELDS) : undefined;
	delete copy.invoiceHistory;
	delete copy.submitTimeUtc;
	delete copy.invoiceInformation?.description;
	return copy;
}

/** Numbers with all their digits, as text. */
const asWritten = (value: unknown): unknown =>
	JSON.parse(
		JSON.stringify(value, (_, inner: unknown) => (isLosslessNumber(inner) ? inner.value : inner)),
	);

function leavesOf(value: unknown, path = ''): Map<string, unknown> {
	if (typeof value !== 'object' || value === null) return new Map([[path, value]]);
	return new Map(
		Object.entries(value).flatMap(([name, inner]) => [...leavesOf(inner, `${path}.${name}`)]),
	);
}
