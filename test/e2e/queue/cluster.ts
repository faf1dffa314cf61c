import path from 'node:path';
import { freePort, type N8n, startN8n } from '../../../host/n8n';
import { installPackage } from '../../../host/packed';
import { N8nClient } from '../../../host/rest';
import { Services } from './services';

export const WORKER_CONCURRENCY = 10;

/** n8n in queue mode: one main, some workers, each with a folder of its own as on machines of their own. */
export class Cluster {
	readonly workers: N8n[] = [];

	private constructor(
		private readonly work: string,
		private readonly output: string,
		private readonly tarball: string,
		readonly services: Services,
		readonly main: N8n,
		readonly client: N8nClient,
	) {}

	static async start(work: string, output: string, tarball: string): Promise<Cluster> {
		const services = await Services.start(work);
		const folder = path.join(work, 'main');
		await installPackage(folder, tarball);
		const main = await startN8n({
			folder,
			port: await freePort(),
			env: Cluster.settings(services),
			logFile: path.join(output, 'main.log'),
		});
		const client = new N8nClient(main.address);
		await client.logIn();
		return new Cluster(work, output, tarball, services, main, client);
	}

	/** The settings that docs/operate/scaling.md explains. */
	private static settings({ redisPort, postgresPort }: Services): Record<string, string> {
		return {
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: `${redisPort}`,
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: `${postgresPort}`,
			DB_POSTGRESDB_DATABASE: 'n8n',
			DB_POSTGRESDB_USER: 'n8n',
			DB_POSTGRESDB_PASSWORD: 'unused',
			DB_POSTGRESDB_POOL_SIZE: '10',
			N8N_DEFAULT_BINARY_DATA_MODE: 'database',
			N8N_ENCRYPTION_KEY: 'queue-mode-test',
			// Notices a dead worker within seconds instead of the default minute.
			QUEUE_WORKER_LOCK_DURATION: '10000',
			QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
			QUEUE_WORKER_STALLED_INTERVAL: '5000',
			N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
		};
	}

	async addWorker(): Promise<void> {
		const name = `worker-${this.workers.length + 1}`;
		const folder = path.join(this.work, name);
		await installPackage(folder, this.tarball);
		const worker = await startN8n({
			folder,
			port: await freePort(),
			command: 'worker',
			args: [`--concurrency=${WORKER_CONCURRENCY}`],
			env: Cluster.settings(this.services),
			logFile: path.join(this.output, `${name}.log`),
		});
		this.workers.push(worker);
	}

	async stop(): Promise<void> {
		await Promise.all([this.main, ...this.workers].map(async (n8n) => await n8n.stop()));
		await this.services.stop();
	}
}
