// With its extension: without, the file next to it that ends in .node.json would be taken.
import { MerchantServicesTrigger } from '../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node.js';
import { soak } from './soakRun';

const number = (name: string, fallback: number) => Number(process.env[name] ?? fallback);

async function main(): Promise<void> {
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

void main();
