import type { ItemRun } from '../../../shared/items';
import { read, readFlag } from './parameters';

/** How many results the user wants. */
export const readLimit = (run: ItemRun): number =>
	readFlag(run, 'returnAll', false) ? Infinity : Math.max(1, Number(read(run, 'limit', 50)));
