import { MEASURES } from './measures';

const [name, source, other = ''] = process.argv.slice(2);

void MEASURES[name](source, other).then(
	(outcome) => {
		process.stdout.write(`\n${JSON.stringify(outcome)}\n`, () => process.exit(0));
	},
	(error: unknown) => {
		process.stderr.write(
			error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error),
		);
		process.exit(1);
	},
);
