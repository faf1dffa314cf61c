import { parse } from 'csv-parse/sync';
import { TOKENS } from '../../support/sandbox';
import { faultyFields } from './bodies';
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

	it.each(['startTime', 'endTime'])('requires %s', async (field) => {
		const answer = await ask(endpoint, { [field]: '' });
		expect(answer.status).toBe(400);
		expect(faultyFields(answer)).toEqual([field]);
	});

	it.each(['2026-03-01', '2026-03-01T00:00:00', 'yesterday'])(
		'refuses the time %s',
		async (startTime) => {
			const answer = await ask(endpoint, { startTime });
			expect(answer.status).toBe(400);
			expect(faultyFields(answer)).toEqual(['startTime']);
		},
	);

	it('answers 404 where no transactions are available', async () => {
		const answer = await ask(endpoint, {}, { token: TOKENS.merchantThree });
		expect(answer.status).toBe(404);
		expect(answer.body.reason).toBe('NO_DATA');
	});

	it('answers 401 when the token is no longer valid', async () => {
		expect((await ask(endpoint, {}, { token: TOKENS.expired })).status).toBe(401);
	});

	it('answers a partner for its merchants, and not for another', async () => {
		const partner = { token: TOKENS.partner };
		expect((await ask(endpoint, { organizationId: 'merchant_one' }, partner)).status).toBe(200);
		expect((await ask(endpoint, { organizationId: 'merchant_three' }, partner)).status).toBe(403);
	});

	it('refuses an unknown parameter', async () => {
		expect(faultyFields(await ask(endpoint, { color: 'red' }))).toEqual(['color']);
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
