import { failOnLeaks, search } from './canary';

// Nothing that a test or a node prints may have a secret in it: jest keeps it, and so does n8n.
for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const) {
	const print = console[level].bind(console);
	console[level] = (...words: unknown[]) => {
		search(`console.${level}`, words);
		print(...words);
	};
}

const streams = [process.stdout, process.stderr].map((stream) => {
	const write: (text: string | Uint8Array) => boolean = Reflect.get(stream, 'write');
	return { stream, write };
});
for (const { stream, write } of streams) {
	stream.write = function (this: typeof stream, ...words: Parameters<typeof write>) {
		search('the output', words[0]);
		return write.apply(this, words);
	};
}

afterEach(failOnLeaks);
afterAll(() => {
	// jest shares them between the files that one process tests.
	for (const { stream, write } of streams) stream.write = write;
	failOnLeaks();
});
