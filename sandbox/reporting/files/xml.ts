import type { Attribute } from '../catalog/attributes';
import { GROUPS, type FieldGroup } from '../catalog/groups';
import { type Batch, batchOf, type Transaction } from '../ledger/transaction';
import { type Reader, readerOf } from '../ledger/values';
import type { Layout, ReportWriter } from './layout';

const SPECIAL = /[&<>"\r]/;
const SPECIAL_IN_ATTRIBUTE = /[&<>"\r\n\t]/;
const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	'\r': '&#13;',
	'\n': '&#10;',
	'\t': '&#9;',
};

function escapeXml(text: string): string {
	return SPECIAL.test(text) ? text.replace(/[&<>"\r]/g, (letter) => ENTITIES[letter]) : text;
}

function attribute(name: string, value: string): string {
	const written = SPECIAL_IN_ATTRIBUTE.test(value)
		? value.replace(/[&<>"\r\n\t]/g, (letter) => ENTITIES[letter])
		: value;
	return ` ${name}="${written}"`;
}

function element(name: string, value: string): string {
	return value === '' ? `<${name}/>` : `<${name}>${escapeXml(value)}</${name}>`;
}

/** A piece of a row, written for one transaction. */
type Piece = (transaction: Transaction) => string;

/** One Report element around the rows, which stand in it directly or batch by batch. */
export function xmlWriter(layout: Layout): ReportWriter {
	const { row: name, batches } = layout.definition;
	const [open, close] = [`<${name}s>\n`, `</${name}s>\n`];
	const row = rowPiece(layout);
	let batch: Batch | undefined;

	return {
		head: () => reportHead(layout) + (batches ? '<Batches>\n' : open),
		transition: (transaction) => {
			if (!batches) return '';
			const next = batchOf(transaction);
			if (next.id === batch?.id) return '';
			const end = batch ? `${close}</Batch>\n` : '';
			batch = next;
			return `${end}<Batch${attribute('BatchID', next.id)}${attribute('BatchDate', next.date)}>${open}`;
		},
		row,
		tail: () => {
			const end = batches ? `${batch ? `${close}</Batch>\n` : ''}</Batches>\n` : close;
			return `${end}</Report>\n`;
		},
	};
}

function reportHead({ definition, period, organizationId, dtdAddress }: Layout): string {
	return [
		'<?xml version="1.0" encoding="UTF-8"?>\n',
		definition.batches ? '' : `<!DOCTYPE Report SYSTEM "${dtdAddress}/${definition.name}.dtd">\n`,
		'<Report',
		attribute('Name', definition.title),
		attribute('Version', '2.0'),
		attribute('xmlns', `https://reports.example/schemas/${definition.name}`),
		attribute('ReportStartDate', new Date(period.start).toISOString()),
		attribute('ReportEndDate', new Date(period.end).toISOString()),
		attribute('MerchantID', organizationId),
		'>\n',
	].join('');
}

/** Fields of the Request group are the row's own attributes; every other group has its place inside. */
function rowPiece({ definition, attributes, signedAmounts }: Layout): Piece {
	const { row, batches } = definition;
	const read = (field: Attribute): Reader => readerOf(field, signedAmounts);
	const onBatch = batches ? ['BatchID', 'BatchDate'] : [];
	const own = attributes
		.filter(({ group }) => group === 'request')
		.map((field) => ({ name: field.field, read: read(field) }));
	const inside = attributes.filter(({ group, id }) => group !== 'request' && !onBatch.includes(id));
	const pieces = [...new Set(inside.map(({ group }) => group))].map((name) =>
		groupPiece(
			GROUPS[name],
			inside
				.filter(({ group }) => group === name)
				.map((field) => ({ name: field.field.replaceAll(' ', ''), read: read(field) })),
		),
	);
	return (transaction) => {
		const marks = own.map((field) => attribute(field.name, field.read(transaction))).join('');
		const body = pieces.map((piece) => piece(transaction)).join('');
		return body === '' ? `<${row}${marks}/>\n` : `<${row}${marks}>${body}</${row}>\n`;
	};
}

interface NamedReader {
	name: string;
	read: Reader;
}

function groupPiece(group: FieldGroup, fields: readonly NamedReader[]): Piece {
	if (group === GROUPS.application) return applicationReplies(fields);
	if (group === GROUPS.lineItems) return lineItems(fields);
	const path = group.element ?? [];
	const open = path.map((name) => `<${name}>`).join('');
	const close = [...path]
		.reverse()
		.map((name) => `</${name}>`)
		.join('');
	return (transaction) => `${open}${elements(fields, transaction)}${close}`;
}

function elements(fields: readonly NamedReader[], transaction: Transaction): string {
	return fields.map(({ name, read }) => element(name, read(transaction))).join('');
}

/** Authorizing it, and then what was asked for: two services replied. */
function applicationReplies(fields: readonly NamedReader[]): Piece {
	const named = fields.find(({ name }) => name === 'Name');
	const others = fields.filter(({ name }) => name !== 'Name');
	return (transaction) => {
		const replies = ['ics_auth', named?.read(transaction) ?? ''].map((name) => {
			const mark = named ? attribute('Name', name) : '';
			return `<ApplicationReply${mark}>${elements(others, transaction)}</ApplicationReply>`;
		});
		return `<ApplicationReplies>${replies.join('')}</ApplicationReplies>`;
	};
}

function lineItems(fields: readonly NamedReader[]): Piece {
	const others = fields.filter(({ name }) => name !== 'Number');
	return (transaction) => {
		let items = '';
		for (let number = 0; number <= transaction.draw(50, 3); number++) {
			const item = elements(others, lineItemOf(transaction, number));
			items += `<LineItem Number="${escapeXml(String(number))}">${item}</LineItem>`;
		}
		return `<LineItems>${items}</LineItems>`;
	};
}

/** The transaction as one of its line items sees it: the same sale, other facts. */
function lineItemOf(transaction: Transaction, number: number): Transaction {
	const draw: Transaction['draw'] = (salt, bound) => transaction.draw(salt + 7919 * number, bound);
	return Object.create(transaction, { draw: { value: draw } }) as Transaction;
}
