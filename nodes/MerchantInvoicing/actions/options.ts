import type { INodeProperties } from 'n8n-workflow';

import { optionsField } from '../../shared/node/fields';
import {
	attemptsOption,
	concurrencyOption,
	retryPauseOption,
	timeoutOption,
} from '../../shared/node/requestOptions';

/** The Options of an action: its own ones and those that every request has. */
export const optionsOf = (...own: INodeProperties[]): INodeProperties =>
	optionsField(...own, attemptsOption, concurrencyOption, retryPauseOption, timeoutOption);
