import { parse } from 'csv-parse/sync';
import { TOKENS } from '../../support/sandbox';
import { expectRefused } from './bodies';
import { type Row, useOnDemand } from './onDemand';

const ENDPOINTS = [
	'conversion-details',
	'purchase-refund-details',
	'net-fundings',
	'payment-batch-summaries',
];

const ask = useOnDemand();

describe.each(ENDPOINTS)('GET %s', (endpoint) => {
	it('answers with JSON', async () => {
		const answer = await ask(endpoint);
		expect(answer.status).toBe(200);
		expect(answer.headers.get('content-type')).toContain('application/json');
	});

	it.each([
		['startTime', ''],
		['endTime', ''],
		['startTime', '2026-03-01'],
		['startTime', '2026-03-01T00:00:00'],
		['startTime', 'yesterday'],
		['color', 'red'],
	])('refuses %s "%s"', async (field, value) => {
		await expectRefused(ask(endpoint, { [field]: value }), field);
	});

	it('answers 404 where no transactions are available', async () => {
		const answer = await ask(endpoint, {}, { token: TOKENS.merchantThree });
		expect(answer).toMatchObject({ status: 404, body: { reason: 'NO_DATA' } });
	});

	it.each([
		['whose token is no longer valid', TOKENS.expired, 'merchant_one', 401],
		['who is a partner, for its merchant', TOKENS.partner, 'merchant_one', 200],
		['who is a partner, for another merchant', TOKENS.partner, 'merchant_three', 403],
	])('answers a client %s', async (_who, token, organizationId, status) => {
		expect((await ask(endpoint, { organizationId }, { token })).status).toBe(status);
	});
});

describe('the format', () => {
	it.each(['conversion-details', 'purchase-refund-details'])(
		'of %s is JSON, CSV or XML',
		async (endpoint) => {
			const csv = await ask(endpoint, {}, { accept: 'text/csv' });
			expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
			const [, header, ...rows] = parse(csv.text, { relax_column_count: true });
			expect(rows.length).toBeGreaterThan(10);
			expect(rows.every((row) => row.length === header.length)).toBe(true);
			const xml = await ask(endpoint, {}, { accept: 'application/xml' });
			expect(xml.headers.get('content-type')).toBe('application/xml; charset=utf-8');
			expect(xml.text).toContain('<Report Name=');
			expect((await ask(endpoint, {}, { accept: 'application/hal+json' })).status).toBe(200);
			expect((await ask(endpoint, {}, { accept: 'application/pdf' })).status).toBe(400);
		},
	);

	it.each(['net-fundings', 'payment-batch-summaries'])('of %s is JSON alone', async (endpoint) => {
		expect((await ask(endpoint, {}, { accept: 'text/csv' })).status).toBe(400);
		expect((await ask(endpoint, {}, { accept: 'application/xml' })).status).toBe(400);
		expect((await ask(endpoint, {}, { accept: 'application/json' })).status).toBe(200);
	});
});

describe('conversion details', () => {
	it('tell what became of each reviewed transaction', async () => {
		const { body } = await ask<{ conversionDetails: Row[] }>('conversion-details');
		expect(body).toMatchObject({
			organizationId: 'merchant_one',
			startTime: '2026-03-01T00:00:00.000Z',
			endTime: '2026-03-08T00:00:00.000Z',
		});
		for (const conversion of body.conversionDetails) {
			expect(conversion).toMatchObject({
				requestId: expect.stringMatching(/^\d{22}$/) as string,
				originalDecision: 'REVIEW',
				newDecision: expect.stringMatching(/^(ACCEPT|REJECT)$/) as string,
				notes: [{ addedBy: 'system' }, { addedBy: conversion.reviewer }],
			});
		}
	});
});
