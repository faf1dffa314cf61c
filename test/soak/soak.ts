// With their extensions: without, the files next to them that end in .node.json would be taken.
import { MerchantInvoicing } from '../../nodes/MerchantInvoicing/MerchantInvoicing.node.js';
import { MerchantReporting } from '../../nodes/MerchantReporting/MerchantReporting.node.js';
import { MerchantServicesTrigger } from '../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node.js';
import { combinations } from '../dialects/combinations';
import { VerdictTable } from '../dialects/verdict';
import type { Choice } from '../../sandbox/dialects/table';
import { soakDialect } from './dialects';
import { soak } from './soakRun';

const number = (name: string, fallback: number) => Number(process.env[name] ?? fallback);

async function soakTrigger(): Promise<void> {
	const seed = number('SOAK_SEED', 1);
	const changes = number('SOAK_CHANGES', 10_000);
	const dialects = number('SOAK_DIALECTS', 10);
	await soakOnce(seed, changes);
	for (let count = 1; count <= dialects; count++) {
		await soakOnce(seed + count, Math.ceil(changes / 20), soakDialect(seed + count));
	}
}

async function soakOnce(seed: number, changes: number, dialect?: Choice): Promise<void> {
	const began = Date.now();
	const result = await soak({
		node: new MerchantServicesTrigger(),
		changes,
		failing: number('SOAK_FAILING', 0.2),
		restartEvery: number('SOAK_RESTART_EVERY', 50),
		seed,
		minutes: number('SOAK_MINUTES', 20),
		dialect,
		historyLag: lagOf(seed),
		progress: (text) => console.log(text),
	});
	const seconds = Math.round((Date.now() - began) / 1000);
	const isRight = result.lost.length + result.doubled.length === 0;
	console.log({ seed, ...result, seconds, ...(isRight ? {} : { dialect }) });
	if (!isRight) process.exitCode = 1;
}

const MOST_LAG = 10 * 60_000;

/** None in every third soak, and up to ten minutes in the others. */
const lagOf = (seed: number): number => (seed % 3 === 0 ? 0 : (seed * 97_003) % MOST_LAG);

const PROGRESS_EVERY = 100;

async function soakDialects(): Promise<void> {
	const nodes = {
		invoicing: new MerchantInvoicing(),
		reporting: new MerchantReporting(),
		trigger: new MerchantServicesTrigger(),
	};
	const count = number('SOAK_COMBINATIONS', 2000);
	const table = new VerdictTable();
	let done = 0;
	for await (const traveled of combinations(nodes, number('SOAK_SEED', 1), count)) {
		table.add(traveled);
		if (traveled.findings.verdict === 'wrong') {
			process.exitCode = 1;
			console.log(traveled.report);
		}
		if (++done % PROGRESS_EVERY === 0) console.log(`${done} of ${count} combinations`);
	}
	console.log(table.toString());
}

void (process.argv.includes('--dialects') ? soakDialects() : soakTrigger());
