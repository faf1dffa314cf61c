import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { prepareHost } from '../../../host/cache';
import { packPackage, projectFolder } from '../../../host/packed';
import { Progress } from '../../../host/progress';
import { inPlainWords } from '../support/report';
import { installServices } from './services';

async function setUp(): Promise<void> {
	const progress = new Progress();
	progress.say('');
	const output = path.join(projectFolder, 'test', 'output', 'e2e-queue');
	await rm(output, { recursive: true, force: true });
	await mkdir(output, { recursive: true });
	await progress.step('Making sure of Redis and PostgreSQL', installServices);
	process.env.E2E_TARBALL = await progress.step('Building and packing the package', packPackage);
	await prepareHost(progress);
	process.env.E2E_OUTPUT = output;
}

export default async function prepare(): Promise<void> {
	await inPlainWords(setUp);
}
