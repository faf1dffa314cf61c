import { ANSWERS } from './answers';
import { LISTS } from './lists';
import { REPORTS } from './reports';
import { TIME } from './time';
import { VALUES } from './values';

/** Every spot where the specification is silent, with its readings. What it states is not in here. */
export const SPOTS = { ...LISTS, ...VALUES, ...ANSWERS, ...TIME, ...REPORTS };

export type SpotName = keyof typeof SPOTS;
export type Reading<S extends SpotName = SpotName> = S extends SpotName
	? keyof (typeof SPOTS)[S]['readings'] & string
	: never;

/** One reading for each spot. */
export type Choice = { [S in SpotName]: Reading<S> };

export const SPOT_NAMES = Object.keys(SPOTS) as SpotName[];

export function readingsOf<S extends SpotName>(name: S): Array<Reading<S>> {
	return Object.keys(SPOTS[name].readings) as Array<Reading<S>>;
}

/** What the sandbox does when nobody chooses. */
export const USUAL = Object.fromEntries(
	SPOT_NAMES.map((name) => [name, SPOTS[name].usual]),
) as unknown as Choice;
