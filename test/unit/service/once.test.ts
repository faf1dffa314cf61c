import type { IDataObject } from 'n8n-workflow';

import type { ItemRun } from '../../../nodes/shared/node/resource';
import type { OnceRequest } from '../../../nodes/shared/service/once';
import { sendOnce } from '../../../nodes/shared/service/once';
import { ServiceFailure } from '../../../nodes/shared/transport/serviceFailure';
import { catchFailure, type ServiceRequest } from '../../../nodes/shared/transport/transport';
import { setAttempts } from '../../support/patience';
import { json, startServer } from '../../support/server';
import { runProbe } from '../transport/probe';

const MAKE: ServiceRequest = { operation: 'Make', method: 'POST', path: ['things'], body: {} };
const LOOK: ServiceRequest = { operation: 'Look', method: 'GET', path: ['things', '1'] };

interface Service {
	/** Each answer to a POST in turn; the last one for all that follow. 'lost': the connection breaks. */
	makes: Array<number | 'lost'>;
	/** The same for looking: 200 finds the thing, 404 does not. */
	looks?: Array<number | 'lost'>;
	choices?: Partial<Pick<OnceRequest<unknown>, 'again'>> & { canLook?: boolean };
	attempts?: number;
}

/** What sendOnce() says, and what the service was asked. */
async function make({ makes, looks = [404], choices = {}, attempts = 3 }: Service) {
	const counts = { POST: 0, GET: 0 };
	const server = await startServer(({ method }, response) => {
		const answers = method === 'POST' ? makes : looks;
		const answer = answers[Math.min(counts[method as 'GET']++, answers.length - 1)];
		if (answer === 'lost') response.destroy();
		else json(response, answer, answer < 300 ? { id: '1', by: method } : { message: 'No' });
	});
	const { again = true, canLook = true } = choices;
	setAttempts(attempts);
	const probe = async ({ transport }: ItemRun) => {
		const read = (body: unknown) => body as IDataObject;
		const result = await sendOnce<IDataObject>(transport, {
			send: async () => await transport.json(MAKE, read),
			look: canLook
				? async () => {
						const found = await catchFailure(transport.json(LOOK, read), 404);
						return found instanceof ServiceFailure ? undefined : found;
					}
				: undefined,
			again,
		});
		const { failure, looked, lost, ...rest } = {
			failure: undefined,
			looked: undefined,
			lost: undefined,
			...result,
		};
		const sent = rest.outcome === 'alreadyThere' ? lost !== undefined : undefined;
		const lookedInVain = looked !== undefined;
		return [{ json: { ...rest, sent, status: failure?.status, lookedInVain } }];
	};
	const { items, error } = await runProbe(probe, { address: server.address });
	await server.stop();
	if (error !== undefined) throw error;
	return { said: items[0].json, asked: server.received.map(({ method }) => method) };
}

const MADE = { outcome: 'made', result: { id: '1', by: 'POST' } };
const FOUND = { outcome: 'alreadyThere', result: { id: '1', by: 'GET' } };
const UNKNOWN = { outcome: 'unknown', lookedInVain: false };

describe('what must take effect once', () => {
	it.each<[string, Service, said: IDataObject, asked: string]>([
		['is made by the first request', { makes: [201] }, MADE, 'POST'],
		[
			'is looked for when the answer is lost, and not sent again where it is found',
			{ makes: ['lost'], looks: [200] },
			{ ...FOUND, sent: true },
			'POST GET',
		],
		[
			'is sent again where it is not found',
			{ makes: ['lost', 500, 201] },
			MADE,
			'POST GET POST GET POST',
		],
		[
			'stays unknown after the last attempt',
			{ makes: [500], attempts: 2 },
			{ ...UNKNOWN, status: 500 },
			'POST GET POST GET',
		],
		[
			'stays unknown at once where a second one would do harm',
			{ makes: [500], choices: { again: false } },
			{ ...UNKNOWN, status: 500 },
			'POST GET',
		],
		[
			'stays unknown where it cannot be looked for',
			{ makes: [500], choices: { canLook: false } },
			{ ...UNKNOWN, status: 500 },
			'POST',
		],
		[
			'stays unknown where looking fails too',
			{ makes: ['lost'], looks: [403] },
			{ ...UNKNOWN, lookedInVain: true },
			'POST GET',
		],
		[
			'stays unknown when an answer was lost and the repeat is not allowed',
			{ makes: ['lost', 403] },
			{ ...UNKNOWN, status: 403 },
			'POST GET POST',
		],
	])('%s', async (_rule, service, said, asked) => {
		expect(await make(service)).toMatchObject({ said, asked: asked.split(' ') });
	});

	it.each([400, 409, 422])('is looked for when it is refused with %p', async (status) => {
		const patient = await make({ makes: [503, status], attempts: 4 });
		expect(patient.said).toMatchObject({ outcome: 'unknown', status });
		expect(patient.asked.join(' ')).toBe('POST GET POST GET GET GET');
		const late = await make({ makes: [503, status], looks: [404, 404, 200] });
		expect(late.said).toMatchObject({ ...FOUND, sent: true });
		expect(late.asked.join(' ')).toBe('POST GET POST GET GET');
		const there = await make({ makes: [status], looks: [200] });
		expect(there.said).toMatchObject({ ...FOUND, sent: false });
		const missing = await make({ makes: [status] });
		expect(missing.said).toMatchObject({ outcome: 'notMade', status });
		for (const { asked } of [there, missing]) expect(asked).toEqual(['POST', 'GET']);
	});

	it.each([401, 403])(
		'is not made, and not looked for, when it is refused with %p',
		async (status) => {
			expect(await make({ makes: [status], looks: [200] })).toMatchObject({
				said: { outcome: 'notMade', status },
				asked: ['POST'],
			});
		},
	);
});
