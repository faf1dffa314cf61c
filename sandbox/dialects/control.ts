import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { read, text } from '../schema';
import type { Dialect } from './dialect';

const dialectBody = z.strictObject({ dialect: z.union([text, z.record(text)]) });

/** Shows what is chosen, and chooses. A choice replaces the one before. */
export function dialectCalls(app: FastifyInstance, dialect: Dialect): void {
	const state = (): object => ({ choice: dialect.choice, unusual: dialect.unusual });

	app.get('/dialect', state);
	app.put('/dialect', (request) => {
		dialect.choose(read(dialectBody, request.body ?? {}).dialect);
		return state();
	});
	app.delete('/dialect', () => {
		dialect.choose({});
		return state();
	});
}
