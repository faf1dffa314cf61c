import type { FastifyInstance, FastifyPluginAsync } from 'fastify';

const NAME = Symbol.for('fastify.display-name');

/**
 * Routes with hooks of their own, to be registered. Fastify looks for the name of one that has none among all
 * modules that are loaded, which takes longer than the rest of the start.
 */
export const scope = (name: string, fill: (app: FastifyInstance) => void): FastifyPluginAsync =>
	Object.assign(async (app: FastifyInstance) => fill(app), { [NAME]: name });
