import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { prepareHost } from '../../../host/cache';
import { freePort, startN8n } from '../../../host/n8n';
import { installPackage, packPackage, projectFolder } from '../../../host/packed';
import { Problem } from '../../../host/problems';
import { Progress } from '../../../host/progress';
import { N8nClient } from '../../../host/rest';
import { fromPreparation } from './instance';

async function setUp(): Promise<void> {
	const progress = new Progress();
	progress.say('');
	const output = path.join(projectFolder, 'test', 'output', 'e2e');
	await rm(output, { recursive: true, force: true });
	await mkdir(output, { recursive: true });
	const template = path.join(fromPreparation('E2E_WORK'), 'template');
	const tarball = await progress.step('Building and packing the package', packPackage);
	await prepareHost(progress);
	await progress.step('Installing the package into a new n8n', () =>
		installPackage(template, tarball),
	);
	await progress.step('Letting n8n set itself up', async () => {
		const n8n = await startN8n({
			folder: template,
			port: await freePort(),
			logFile: path.join(output, 'setup.log'),
		});
		await new N8nClient(n8n.address).logIn();
		await n8n.stop();
	});
	process.env.E2E_OUTPUT = output;
}

/** Sets n8n up once, with the packed package in it; every test file works on a copy. */
export default async function prepare(): Promise<void> {
	try {
		await setUp();
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		// So that it can be read in the report of the test runner.
		throw new Error([error.message, error.remedy, error.evidence].join('\n'), { cause: error });
	}
}
