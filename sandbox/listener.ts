import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LOOPBACK = '127.0.0.1';
const ANY = '0.0.0.0';
/** Longer than clients keep an idle connection: they are the ones to close it. */
const KEEP_ALIVE = 72_000;

/** Listens for as long as the sandbox runs. Which application answers can change in between. */
export class Listener {
	private readonly server = createServer(
		{ keepAliveTimeout: KEEP_ALIVE, requestTimeout: 0 },
		(request, response) => this.application.routing(request, response),
	);

	constructor(private application: FastifyInstance) {}

	/** The address at which it listens. */
	async listen(port: number, host: string): Promise<string> {
		await new Promise<void>((resolve, reject) => {
			this.server.once('error', (error: NodeJS.ErrnoException) =>
				reject(error.code === 'EADDRINUSE' ? taken(port, error) : error),
			);
			this.server.listen(port, host, resolve);
		});
		return `http://${host === ANY ? LOOPBACK : host}:${(this.server.address() as AddressInfo).port}`;
	}

	/** From now on the other one answers. */
	async replace(application: FastifyInstance): Promise<void> {
		const former = this.application;
		this.application = application;
		await former.close();
	}

	async stop(): Promise<void> {
		const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
		this.server.closeAllConnections();
		await Promise.all([closed, this.application.close()]);
	}
}

function taken(port: number, cause: Error): Error {
	return new Error(
		`Port ${port} is in use. Stop what listens there, or choose another port with --port.`,
		{ cause },
	);
}
