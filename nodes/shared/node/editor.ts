import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { EDITOR_RETRY_POLICY } from '../transport/retry';
import { credentialTypeOf } from '../transport/attempt';
import { Transport } from '../transport/transport';
import { toNodeError } from './errors';
import type { Parameters } from './parameters';

export interface EditorRun extends Parameters {
	context: ILoadOptionsFunctions;
	transport: Transport;
	hasCredential: boolean;
}

/** A method of the editor: n8n calls it with its context as `this`. */
export const editorMethod = <Arguments extends unknown[], Result>(
	work: (run: EditorRun, ...rest: Arguments) => Promise<Result>,
) =>
	async function (this: ILoadOptionsFunctions, ...rest: Arguments): Promise<Result> {
		const run: EditorRun = {
			context: this,
			parameter: (name, fallback, options) =>
				this.getCurrentNodeParameter(name, options) ?? fallback,
			transport: new Transport(this, EDITOR_RETRY_POLICY),
			hasCredential: this.getNode().credentials?.[credentialTypeOf(this.getNode())] !== undefined,
		};
		try {
			return await work(run, ...rest);
		} catch (error) {
			throw toNodeError(this, error);
		}
	};
