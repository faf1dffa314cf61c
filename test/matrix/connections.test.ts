import { createServer, type AddressInfo } from 'node:net';

import { isLong } from '../support/long';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { NOW, useFixedTime } from '../workflow/reporting/harness';
import { startSecureServer, trustTheAuthority } from './secureServer';
import { type Subject, subjectsOf } from './subjects';

useFixedTime();
trustTheAuthority();

interface Unreachable {
	fault: string;
	says: RegExp;
	address: string;
	credential?: { environment: string; testAddress: string };
}

const stops: Array<() => unknown> = [];
const answered: string[] = [];

async function secureAddress(certificate: string): Promise<string> {
	const { port, stop } = await startSecureServer(certificate, (request, response) => {
		answered.push(request.url ?? '');
		response.end('{}');
	});
	stops.push(stop);
	return `https://127.0.0.1:${port}`;
}

async function resettingAddress(): Promise<string> {
	const server = createServer((socket) => socket.resetAndDestroy());
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	stops.push(() => server.close());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let sandbox: TestSandbox;
let unreachable: Unreachable[];
beforeAll(async () => {
	sandbox = await startTestSandbox({ now: NOW });
	unreachable = [
		{ fault: 'refused', says: /nothing answers at 127\.0\.0\.1:1/i, address: 'http://127.0.0.1:1' },
		{
			fault: 'reset at connect',
			says: /connection .*was interrupted/i,
			address: await resettingAddress(),
		},
		{
			fault: 'a host that nobody knows',
			says: /nowhere\.invalid was not found/,
			address: '',
			credential: { environment: 'test', testAddress: 'https://nowhere.invalid' },
		},
		{
			fault: 'a self-signed certificate',
			says: /SELF_SIGNED/,
			address: await secureAddress('certificate'),
		},
		{ fault: 'an expired certificate', says: /EXPIRED/, address: await secureAddress('expired') },
		{
			fault: 'a certificate of another host',
			says: /ALTNAME/,
			address: await secureAddress('otherHost'),
		},
	];
});
afterAll(async () => {
	for (const stop of stops) stop();
	await sandbox.stop();
});

/** One of each way in which the nodes send requests; `npm run test:all` tries them all. */
const TELLING = /^reportDefinition\/getAll$|^invoice\/create$|credential test$/;

const SUBJECTS: Subject[] = [
	...subjectsOf('MerchantReporting'),
	...subjectsOf('MerchantInvoicing'),
].filter(({ name }) => isLong || TELLING.test(name));

it.each(SUBJECTS)(
	'a service that cannot be reached is named by $name, and no request is answered',
	async (subject) => {
		for (const { fault, says, address, credential } of unreachable) {
			const way = { address, credential, token: sandbox.token };
			const act = await subject.prepare(sandbox, way);
			const { messages, output } = await act();
			// Fields, zones and currencies are known without the service.
			if (subject.kind === 'list in the editor' && output !== undefined) continue;
			expect({ fault, messages }).toEqual({ fault, messages: [expect.stringMatching(says)] });
		}
		expect(answered).toEqual([]);
	},
);
