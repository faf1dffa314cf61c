import { failOnLeaks, search } from './canary';

// Nothing that a test or a node prints may have a secret in it: jest keeps it, and so does whoever runs n8n.
for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const) {
	const print = console[level];
	console[level] = (...words: unknown[]) => {
		search(`console.${level}`, words);
		print.apply(console, words);
	};
}

const streams = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write }));
for (const { stream, write } of streams) {
	stream.write = function (this: typeof stream, ...words: Parameters<typeof write>) {
		search('the output', words[0]);
		return write.apply(this, words);
	} as typeof write;
}

afterEach(failOnLeaks);
afterAll(() => {
	// jest shares them between the files that one process tests.
	for (const { stream, write } of streams) stream.write = write;
	failOnLeaks();
});
