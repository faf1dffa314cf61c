import { Random } from '../random';
import { Refusal } from '../refusal';
import { type Choice, readingsOf, SPOT_NAMES, SPOTS, type SpotName, USUAL } from './table';

/** `random:7` reads every spot at random. */
const RANDOM = /^random:([^,]+)$/;

/**
 * The readings that are asked for, by spot or in one text: `spot=reading` and `random:<seed>` in any number,
 * separated by commas. What comes later wins, what is not named is as usual.
 */
export function readDialect(asked: string | Readonly<Record<string, unknown>>): Choice {
	if (typeof asked !== 'string') return { ...USUAL, ...checked(Object.entries(asked)) };
	const parts = asked.split(',').map((part) => part.trim());
	return Object.assign({}, USUAL, ...parts.filter((part) => part !== '').map(readPart)) as Choice;
}

function readPart(part: string): Partial<Choice> {
	const [name, ...reading] = part.split('=');
	if (reading.length > 0) return checked([[name.trim(), reading.join('=').trim()]]);
	const random = RANDOM.exec(part);
	if (random) return randomReadings(random[1]);
	throw refused('dialect', `"${part}" is none: write spot=reading or random:<seed>`);
}

function checked(entries: ReadonlyArray<[string, unknown]>): Partial<Choice> {
	for (const [name, reading] of entries) {
		if (!Object.hasOwn(SPOTS, name)) {
			throw refused(name, `is no silent spot; those are ${SPOT_NAMES.join(', ')}`);
		}
		const readings: readonly string[] = readingsOf(name as SpotName);
		if (!readings.includes(reading as string)) {
			throw refused(name, `must be one of ${readings.join(', ')}`);
		}
	}
	return Object.fromEntries(entries);
}

function randomReadings(seed: string): Partial<Choice> {
	const random = new Random(seed);
	return Object.fromEntries(
		SPOT_NAMES.map((name) => [name, random.of('reading', name).pick(readingsOf(name))]),
	);
}

function refused(field: string, reason: string): Refusal {
	return Refusal.invalidFields([{ field, reason }]);
}
