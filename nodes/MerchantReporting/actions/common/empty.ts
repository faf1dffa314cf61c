import type { INodeExecutionData } from 'n8n-workflow';
import type { ItemRun } from '../../../shared/items';
import { unlessNoData } from '../../rules/emptyResult';
import { readOptions } from './parameters';

export const failsIfEmpty = (run: ItemRun): boolean => readOptions(run).failIfEmpty === true;

/**
 * Does the work; where the service has no transactions for it, the result is empty unless the user wants
 * an error. `oneCertainReport`: whether one report was asked for, which may be missing altogether.
 */
export const orEmpty = async (
	run: ItemRun,
	oneCertainReport: boolean,
	work: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> =>
	failsIfEmpty(run) ? await work() : ((await unlessNoData(oneCertainReport, work)) ?? []);
