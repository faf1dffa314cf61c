// With their extensions: without, the files next to them that end in .node.json would be taken.
import { MerchantInvoicing } from '../../nodes/MerchantInvoicing/MerchantInvoicing.node.js';
import { MerchantReporting } from '../../nodes/MerchantReporting/MerchantReporting.node.js';
import { MerchantServicesTrigger } from '../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node.js';
import { combinations } from '../dialects/combinations';
import { VerdictTable } from '../dialects/verdicts';
import { soak } from './soakRun';

const number = (name: string, fallback: number) => Number(process.env[name] ?? fallback);

async function soakTrigger(): Promise<void> {
	const began = Date.now();
	const result = await soak({
		node: new MerchantServicesTrigger(),
		changes: number('SOAK_CHANGES', 10_000),
		failing: number('SOAK_FAILING', 0.2),
		restartEvery: number('SOAK_RESTART_EVERY', 50),
		seed: number('SOAK_SEED', 1),
		minutes: number('SOAK_MINUTES', 20),
		progress: (text) => console.log(text),
	});
	console.log({ ...result, seconds: Math.round((Date.now() - began) / 1000) });
	process.exitCode = result.lost.length + result.doubled.length === 0 ? 0 : 1;
}

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
