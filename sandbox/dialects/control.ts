import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { read, text } from '../schema';
import type { Dialect } from './dialect';
import { PRESETS } from './presets';
import { SPOTS } from './table';

const dialectBody = z.strictObject({ dialect: z.union([text, z.record(text)]) });

/** Shows the table and what is chosen, and chooses. A choice replaces the one before. */
export function dialectCalls(app: FastifyInstance, dialect: Dialect): void {
	const state = (): object => ({ choice: dialect.choice, unusual: dialect.unusual });

	app.get('/dialect', () => ({ ...state(), spots: SPOTS, presets: PRESETS }));
	for (const method of ['PUT', 'POST'] as const) {
		app.route({
			method,
			url: '/dialect',
			handler: (request) => {
				dialect.choose(read(dialectBody, request.body ?? {}).dialect);
				return state();
			},
		});
	}
	app.delete('/dialect', () => {
		dialect.choose({});
		return state();
	});
}
