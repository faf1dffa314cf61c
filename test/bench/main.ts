import { join } from 'node:path';
import { bench } from './bench';
import type { Runtime } from './ownProcess';
import { smoke } from './smoke';

const runtime = JSON.parse(process.argv[2]) as Runtime;
const root = process.argv[3];
const isSmoke = process.argv.includes('--smoke');

const failed = (error: unknown) => {
	console.error(error);
	process.exitCode = 1;
};

if (isSmoke) {
	smoke(runtime).catch(failed);
} else {
	bench(runtime, join(root, 'test', 'output'))
		.then((isMet) => {
			if (!isMet) failed('Not every measure was reached.');
		})
		.catch(failed);
}
