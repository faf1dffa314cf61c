import { parseArgs } from 'node:util';
import { dialectTable, written } from './dialects/print';
import { startSandbox } from './index';

const USAGE = `npm run sandbox -- [--port 8787] [--host 0.0.0.0] [--seed[=text]] [--now 2026-03-01T00:00:00Z] [--dialect spot=reading]

  --port   where to listen (8787)
  --host   0.0.0.0 lets containers and your network reach it (127.0.0.1)
  --seed   fill it with a merchant's realistic quarter; another text gives other data
  --now    let its clock stand at this time until it is moved
  --dialect   how to read what the specification leaves open: spot=reading[,spot=reading],
              or random:<seed>
  --dialects  list the spots and their readings`;

async function main(): Promise<void> {
	const args = process.argv.slice(2).map((each) => (each === '--seed' ? '--seed=sandbox' : each));
	const { values } = parseArgs({
		args,
		options: {
			port: { type: 'string', default: '8787' },
			host: { type: 'string' },
			seed: { type: 'string' },
			now: { type: 'string' },
			dialect: { type: 'string' },
			dialects: { type: 'boolean' },
			help: { type: 'boolean' },
		},
	});
	if (values.help) return console.log(USAGE);
	if (values.dialects) return console.log(dialectTable());
	const port = Number(values.port);
	if (!/^\d+$/.test(values.port) || port > 65_535) {
		throw new Error(`"${values.port}" is not a port. Choose a number from 0 to 65535.`);
	}
	const sandbox = await startSandbox({
		port,
		host: values.host,
		seed: values.seed,
		now: values.now,
		quarter: values.seed !== undefined,
		dialect: values.dialect,
	});
	if (values.dialect !== undefined) {
		console.log(`Dialect  ${values.dialect}`);
		console.log(`Readings ${written(sandbox.dialect) || 'usual'}`);
	}
	console.log(`Sandbox  ${sandbox.address}`);
	console.log(`Console  ${sandbox.address}/console`);
	console.log(`Token    ${sandbox.token}`);
	console.log(`Key      ${sandbox.key.id}`);
	console.log(`Secret   ${sandbox.key.secret} (of merchant ${sandbox.key.organizationId})`);
	console.log(`Keys     ${sandbox.address}/console/keys`);
	console.log(`Control  ${sandbox.address}/_sandbox`);
	console.log('Stop it with Ctrl+C.');
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void sandbox.stop());
	}
}

main().catch((error: Error) => {
	console.error(`${error.message}\n\n${USAGE}`);
	process.exitCode = 2;
});
