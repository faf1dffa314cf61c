import { killAll } from '../../host/processes';

/** What was started runs in groups of its own, and would go on after Ctrl+C or an error. */
export function endWithUs(): void {
	process.once('exit', killAll);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}
