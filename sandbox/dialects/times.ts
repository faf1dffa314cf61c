import type { FastifyInstance } from 'fastify';
import type { Dialect } from './dialect';
import { isGroup, mapLeaves } from './leaves';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const LAGS = { none: 0, minutes: 3 * MINUTE };
const CLOCKS = { right: 0, ahead: 7 * MINUTE, behind: -7 * MINUTE };
const OFFSET_HOURS = 2;

/** What the service writes by its own clock. */
const STAMPED = ['submitTimeUtc', 'createdDate', 'date'];

/** How long something stays unseen, in milliseconds. */
export function lag(dialect: Dialect): number {
	return LAGS[dialect.reading('lag')];
}

/** By how much the service's clock is off, in milliseconds. */
export function clockError(dialect: Dialect): number {
	return CLOCKS[dialect.reading('clock')];
}

/** Writes the times, and the name of the time zone, in every JSON answer of the services. */
export function writeTimes(app: FastifyInstance, dialect: Dialect): void {
	app.addHook('preSerialization', async (_request, _reply, payload) => {
		if (dialect.isUsual || !isGroup(payload)) return payload;
		const timed = mapLeaves(payload, (leaf, path) => inDialect(dialect, path, leaf));
		return dialect.is('timezoneKey', 'timeZone') ? withTimeZoneKey(timed) : timed;
	});
}

function inDialect(dialect: Dialect, path: string, leaf: unknown): unknown {
	const name = path.slice(path.lastIndexOf('.') + 1);
	if (typeof leaf !== 'string' || !/(time|date|utc)$/i.test(name)) return leaf;
	if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(leaf)) return leaf;
	const shift = STAMPED.includes(name) ? clockError(dialect) : 0;
	const early = name === 'reportEndTime' && dialect.is('reportEnd', 'last-second') ? SECOND : 0;
	return written(dialect, Date.parse(leaf) + shift - early);
}

function written(dialect: Dialect, time: number): string {
	if (dialect.is('timeFormat', 'z')) return new Date(time).toISOString();
	const local = new Date(time + OFFSET_HOURS * 60 * MINUTE).toISOString();
	return `${local.slice(0, -1)}+0${OFFSET_HOURS}:00`;
}

function withTimeZoneKey(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withTimeZoneKey);
	if (!isGroup(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [
			name === 'timezone' ? 'timeZone' : name,
			withTimeZoneKey(inner),
		]),
	);
}
