import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { DateTime } from 'luxon';
import type { ItemRun } from '../../../shared/items';

/** The value of a field for the item at hand; undefined where the field is not shown. */
export const read = <T>({ parameter }: ItemRun, name: string, fallback?: T): T =>
	parameter(name, fallback) as T;

/** How many results the user wants. */
export const readLimit = (run: ItemRun): number =>
	read<boolean>(run, 'returnAll', false) ? Infinity : Math.max(1, read<number>(run, 'limit', 50));

export const readCollection = (run: ItemRun, name: string): IDataObject => read(run, name, {});

const days = new WeakMap<IExecuteFunctions, string>();

/** The day on which the run began where the workflow runs, as YYYY-MM-DD: one and the same for all its items. */
export function todayOf({ context }: ItemRun): string {
	let day = days.get(context);
	if (day === undefined) {
		day = DateTime.now().setZone(context.getTimezone()).toFormat('yyyy-MM-dd');
		days.set(context, day);
	}
	return day;
}
