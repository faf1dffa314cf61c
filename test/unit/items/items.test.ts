import { sleep, type IDataObject, type INodeType } from 'n8n-workflow';

import {
	error,
	refusal,
	Refusal,
	SingleRowRefusal,
	UnknownOutcomeRefusal,
} from '../../../nodes/shared/problem';
import { ServiceFailure } from '../../../nodes/shared/transport/serviceFailure';
import { runNode, type NodeRunOptions } from '../../support/engine';
import { cases } from '../../support/long';
import { probeNode } from '../transport/probe';

const numbers = (length: number) => Array.from({ length }, (_, n) => ({ n }));

interface Choices extends Partial<NodeRunOptions> {
	rows?: number;
	options?: IDataObject;
}

const run = async (node: INodeType, { rows = 1, options = {}, ...more }: Choices = {}) =>
	await runNode({
		node,
		parameters: { resource: 'probe', operation: 'run', options },
		input: numbers(rows),
		address: 'http://127.0.0.1:9',
		token: 'any-token',
		...more,
	});

const serviceFailure = (what: string) =>
	new ServiceFailure({ operation: 'Get', what, advice: '' }, (text) => text);

const failOnOdd = probeNode(async ({ context, index }) => {
	const n = Number(context.getInputData()[index].json.n);
	if (n % 2 === 1) throw new Error(`${n} is odd`);
	return [{ json: { n } }, { json: { n, again: true } }];
});

describe('the loop over items', () => {
	it('pairs all with its input, gives the error of an item in its place and goes on when the user wants that', async () => {
		const { items } = await run(failOnOdd, { rows: 3, continueOnFail: true });
		expect(items.map(({ json, pairedItem }) => ({ ...json, pairedItem }))).toEqual([
			{ n: 0, pairedItem: { item: 0 } },
			{ n: 0, again: true, pairedItem: { item: 0 } },
			{ n: 1, error: '1 is odd', details: { row: 2 }, pairedItem: { item: 1 } },
			{ n: 2, pairedItem: { item: 2 } },
			{ n: 2, again: true, pairedItem: { item: 2 } },
		]);
	});

	it.each([
		[2, 6, 'Row 3 of 6 failed. Done: row 1 (INV-0), row 2 (INV-1). Not tried: rows 4-6.'],
		[21, 22, 'Row 22 of 22 failed. Done: 21 others.'],
	])('says what was done, what failed and what was not tried: row %s of %s', async (...given) => {
		const [failing, rows, words] = given;
		const node = probeNode({
			prepare: () => undefined,
			carryOut: async ({ index }) => {
				if (index === failing)
					throw new Refusal([error('', 'the service is closed')], 'Come back.');
				return [{ json: {} }, { json: { number: `INV-${index}` } }, { json: {} }];
			},
			done: ({ number }) => (number as string | undefined) ?? '',
		});
		const { error: failure } = await run(node, { rows });
		expect(failure?.message).toBe('the service is closed');
		expect(failure?.description).toBe(`${words}\nCome back.`);
		// n8n would show it as "[item 1]", which is not how rows are counted here.
		expect(failure?.context?.itemIndex).toBeUndefined();
	});

	it('says which rows failed together, and nothing of other rows where there is one only', async () => {
		const failing = probeNode(async ({ index }) => {
			await sleep(5);
			throw refusal(`no ${index}`, ['Shared.', 'Shared.', 'Own.', 'Own.'][index]);
		});
		const many = await run(failing, { rows: 5, options: { concurrency: 4 } });
		expect(many.error?.description).toBe(
			'Row 1 of 5 failed. Also failed: row 2 (no 1); row 3 (no 2. Own); row 4 (no 3). No other row was done. Not tried: row 5.\nShared.',
		);
		const one = await run(failing);
		expect(one.error?.description ?? '').not.toContain('Row 1');
	});

	const answered = (status: number | undefined, outcomeUnknown = false) =>
		new ServiceFailure(
			{ operation: 'Create', what: 'refused', advice: '', status, outcomeUnknown },
			(text) => text,
		);
	const LOST = new UnknownOutcomeRefusal('lost', '');
	const ofRow = (row: number) => refusal(`Cannot update invoice A${row}: it is paid`);
	it.each<[string, (row: number) => Error, number, number]>([
		['what the node sees', ofRow, 15, 15],
		['what the service refuses', (row) => answered([400, 404, 409, 410, 422][row % 5]), 15, 15],
		['nobody knows', (row) => (row % 2 ? LOST : answered(404, true)), 1, 10],
		['an outage', (row) => answered([503, undefined, 401, 403][row % 4]), 1, 10],
		['an outage and rows between', (row) => (row % 5 ? answered(500) : ofRow(row)), 1, 12],
		['two outages', (row) => answered(row === 8 ? 404 : 503), 1, 15],
	])(
		'stops in an outage only, with Continue after ten failures: %s',
		async (_name, failureOf, tried, triedWithContinue) => {
			let count = 0;
			const node = probeNode({
				carryOut: async ({ index }) => await Promise.reject(failureOf((count = index + 1))),
				isRepeatable: true,
				done: () => '',
			});
			await run(node, { rows: 15 });
			expect(count).toBe(tried);
			const { items } = await run(node, { rows: 15, continueOnFail: true });
			expect(count).toBe(triedWithContinue);
			const { outcome = 'failed' } = failureOf(1) as Partial<Refusal>;
			expect(items.map(({ json, pairedItem }) => [json.row, json.outcome, pairedItem])).toEqual(
				numbers(15).map(({ n }) => [
					n + 1,
					n < triedWithContinue ? outcome : 'notTried',
					{ item: n },
				]),
			);
			if (triedWithContinue === 15) return;
			const last = failureOf(triedWithContinue).message;
			expect(items[14].json.error).toBe(`Not tried, as 10 rows in a row failed before: ${last}`);
		},
	);

	it('says only what this attempt did where there may have been one before', async () => {
		const node = probeNode(async ({ index }) => {
			if (index > 0) throw refusal('no');
			return await Promise.resolve([{ json: {} }]);
		});
		const { error: failure } = await run(node, { rows: 4, retryOnFail: true });
		expect(failure?.description).toBe(
			'Row 2 of 4 failed. Done in this attempt: row 1. Not tried in this attempt: rows 3-4. An earlier attempt may have done some of the rows.',
		);
	});

	const place = { field: 'Name', row: 3, line: 2 };
	it.each<[Error, string, object]>([
		[new Error('x is not a function'), 'unknown', {}],
		[LOST, 'unknown', { details: [{ reason: 'lost' }] }],
		[
			new SingleRowRefusal([{ ...error('', 'is empty'), ...place }], 'Enter it.', { id: 'A1' }),
			'failed',
			{ description: 'Enter it.', details: [{ ...place, reason: 'is empty' }] },
		],
	])('tells of a row what is known of it (%#)', async (failure, outcome, known) => {
		const node = probeNode({ carryOut: async () => await Promise.reject(failure), done: () => '' });
		const { items } = await run(node, { continueOnFail: true });
		const { about = {} } = failure as Partial<SingleRowRefusal>;
		expect(items[0].json).toEqual({
			...{ n: 0, row: 1, ...about, outcome, reason: failure.message, error: failure.message },
			details: { row: 1, ...about, outcome, ...known },
		});
	});

	const CANCELED = 'Invoice 7 was canceled by somebody';
	const failing = (error: Error) =>
		probeNode(async () => {
			await Promise.reject(error);
			return [];
		});

	it.each([
		['a refusal', failing(refusal(CANCELED))],
		['an error of the service', failing(serviceFailure(CANCELED))],
		['any error', failing(new Error(CANCELED))],
		[
			'a row that is refused first',
			probeNode({
				prepare: () => {
					throw refusal(CANCELED);
				},
				carryOut: async () => await Promise.resolve([]),
			}),
		],
	])('is an error for n8n, and not a stop by the user, with %s that says so', async (_, node) => {
		const { run: ended, error: failure } = await run(node);
		expect(failure?.message).toContain('was CANCELED by somebody');
		expect(ended.status).toBe('error');
	});

	it.each<[string, Choices]>([
		['as it is', {}],
		['with On Error: Continue', { continueOnFail: true }],
		['with Retry On Fail', { retryOnFail: true }],
	])('ends between two rows as a stop, and not as an error, %s', async (_name, settings) => {
		let carriedOut = 0;
		let begun = () => {};
		const cancelWhen = new Promise<void>((resolve) => (begun = resolve));
		const node = probeNode(async () => {
			carriedOut++;
			begun();
			await sleep(1);
			return [];
		});
		const { run: ended } = await run(node, { rows: 10_000, ...settings, cancelWhen });
		expect(carriedOut).toBeLessThan(10_000);
		expect(ended.status).toBe('canceled');
	});

	it('ends as a stop while rows are being prepared', async () => {
		let begun = () => {};
		const cancelWhen = new Promise<void>((resolve) => (begun = resolve));
		const node = probeNode({
			prepare: () => {
				begun();
				for (const end = Date.now() + 30; Date.now() < end;);
			},
			carryOut: async () => await Promise.resolve([]),
		});
		const { run: ended } = await run(node, { rows: 10, cancelWhen });
		expect(ended.status).toBe('canceled');
	});

	it('works on as many items at a time as the user allows, in the order of the input', async () => {
		let inFlight = 0;
		let most = 0;
		const node = probeNode(async ({ index }) => {
			most = Math.max(most, ++inFlight);
			await sleep(20 - index);
			inFlight--;
			return [{ json: { index } }];
		});
		const { items } = await run(node, { rows: 16, options: { concurrency: 4 } });
		expect(most).toBe(4);
		expect(items.map(({ json }) => json.index)).toEqual(numbers(16).map(({ n }) => n));
	});

	it('sees what is under way to its end before it reports a failure', async () => {
		const finished: number[] = [];
		const node = probeNode(async ({ index }) => {
			if (index === 0) throw new Error('the first fails');
			await sleep(30);
			finished.push(index);
			return [];
		});
		await run(node, { rows: 9, options: { concurrency: 3 } });
		expect(finished).toEqual([1, 2]);
	});

	it('takes thousands of items, and one item with many thousand outputs', async () => {
		const [items, outputs] = [cases(2000, 10_000), cases(20_000, 200_000)];
		const one = await run(
			probeNode(async () => [{ json: {} }]),
			{ rows: items },
		);
		expect(one.items).toHaveLength(items);
		const many = await run(
			probeNode(async () => Array.from({ length: outputs }, () => ({ json: {} }))),
		);
		expect(many.items).toHaveLength(outputs);
	});

	it('names an action that does not exist', async () => {
		const parameters = { resource: 'probe', operation: 'fly' };
		const { error } = await run(failOnOdd, { parameters });
		expect(error?.message).toBe('There is no action "fly" for "probe"');
		const two = { resource: '={{ $json.n === 0 ? "probe" : "other" }}', operation: 'run' };
		const mixed = await run(failOnOdd, { parameters: two, rows: 2 });
		expect(mixed.error?.message).toBe('The rows name different actions');
	});
});

describe('preparing', () => {
	const prepared: number[] = [];
	const carriedOut: number[] = [];
	beforeEach(() => {
		prepared.length = 0;
		carriedOut.length = 0;
	});

	const refusing = (...wrong: number[]) =>
		probeNode({
			prepare: ({ index }) => {
				prepared.push(index);
				if (wrong.includes(index)) {
					throw new Refusal([error('Name', 'is empty'), error('Email', 'is no address')]);
				}
			},
			carryOut: async ({ index }) => {
				carriedOut.push(index);
				return [{ json: { index } }];
			},
		});

	it('comes for every item before the first one is carried out', async () => {
		const { error: failure } = await run(refusing(1), { rows: 3 });
		expect(prepared).toEqual([0, 1, 2]);
		expect(carriedOut).toEqual([]);
		expect(failure?.message).toBe('1 of 3 rows cannot be used');
		expect(failure?.description).toBe(
			'<ul><li>Row 2 of 3, Name: is empty</li><li>Row 2 of 3, Email: is no address</li></ul> Nothing was sent to the service. To go on with the other rows, set On Error to Continue.',
		);
		expect(failure?.context?.itemIndex).toBeUndefined();
	});

	it('says once what many rows share', async () => {
		const { error: failure } = await run(refusing(...numbers(30).map(({ n }) => n + 1)), {
			rows: 40,
		});
		expect(failure?.description).toBe(
			'<ul><li>Rows 2-31 of 40, Name: is empty</li><li>Rows 2-31 of 40, Email: is no address</li></ul> Nothing was sent to the service. To go on with the other rows, set On Error to Continue.',
		);
	});

	it('lists 20 problems, and says how many more there are', async () => {
		const problems = numbers(25).map(({ n }) => error(`Field ${n}`, 'is empty'));
		const refuse = () => {
			throw new Refusal(problems);
		};
		const { error: failure } = await run(probeNode({ prepare: refuse, carryOut: async () => [] }));
		expect(failure?.description).toContain('Field 19: is empty</li><li>5 more problems</li></ul>');
	});

	it('names the first of many rows that are not next to each other', async () => {
		const everyOther = numbers(500).map(({ n }) => 2 * n);
		const { error: failure } = await run(refusing(...everyOther), { rows: 1000 });
		expect(failure?.message).toBe('500 of 1000 rows cannot be used');
		expect(failure?.description).toMatch(
			/Rows 1, 3, 5, .*, … and \d+ more of 1000, Name: is empty/,
		);
		expect(failure?.description?.length).toBeLessThan(1000);
	});

	it('says no row of a single item, and of this attempt alone that nothing was sent', async () => {
		const { error: failure } = await run(refusing(0), { retryOnFail: true });
		expect(failure?.message).toBe('2 problems');
		expect(failure?.description).toBe(
			'<ul><li>Name: is empty</li><li>Email: is no address</li></ul> Nothing was sent to the service in this attempt.',
		);
	});

	it('leaves a wrong item out and carries out the others when the user wants to go on', async () => {
		const { items } = await run(refusing(1), { rows: 3, continueOnFail: true });
		expect(carriedOut).toEqual([0, 2]);
		const message = '2 problems: Name: is empty; Email: is no address';
		expect(items.map(({ json }) => json.error)).toEqual([undefined, message, undefined]);
	});
});

describe('what an error shows', () => {
	const descriptionOf = async (thrown: Error, rows = 1, isEarly = false) => {
		const fail = () => {
			throw thrown;
		};
		const node = probeNode({ prepare: isEarly ? fail : () => {}, carryOut: async () => fail() });
		const { error } = await run(node, { rows, options: { concurrency: rows } });
		return { message: error?.message ?? '', description: error?.description ?? '' };
	};
	const markup = '<ul><li>R&D &#60;img src=x>';
	const asText = '&lt;ul>&lt;li>R&D &amp;#60;img src=x>';
	const said = new ServiceFailure(
		{
			operation: 'Get',
			what: 'it failed',
			advice: '',
			serviceError: { message: `5 < 6, ${markup}`, details: [{ reason: 'No' }] },
		},
		(text) => text,
	);

	it.each<[string, Error, number, boolean]>([
		['of the service', said, 1, false],
		['of the service in a row of several', said, 2, false],
		['in advice', refusal('is wrong', markup), 1, false],
		['in advice, before anything is sent', refusal('is wrong', markup), 1, true],
		['of another error', Object.assign(new Error('no'), { description: markup }), 1, false],
		['in one of several problems', new Refusal([error('A', markup), error('B', 'x')]), 1, false],
	])('holds no markup %s, as the editor shows HTML', async (_where, thrown, rows, isEarly) => {
		const { description } = await descriptionOf(thrown, rows, isEarly);
		expect(description).toContain(asText);
		const own = thrown instanceof Refusal && thrown.problems.length > 1 ? 6 : 0;
		expect(description.match(/<\/?\w+/g) ?? []).toHaveLength(own);
	});

	it('quotes a value of ordinary length in full', async () => {
		const value = 'x'.repeat(250);
		expect((await descriptionOf(refusal(`is not known: "${value}"`))).message).toContain(value);
	});
});
