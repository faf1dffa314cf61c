import type { INodeExecutionData } from 'n8n-workflow';

import type { FailedItem, Joint, Run } from './resource';

/** What the input items of one run create together, such as one workbook. */
export class JointOutput {
	private joint?: Joint;

	readonly together: Run['together'] = <Made extends Joint>(make: () => Made): Made => {
		this.joint ??= make();
		return this.joint as Made;
	};

	/** What the error says was not created, if a row fails. */
	get notMade(): string | undefined {
		return this.joint?.notMade;
	}

	/** What was created, paired with the items that are a part of it. */
	async finish(
		failed: readonly FailedItem[],
		parts: readonly number[],
	): Promise<INodeExecutionData[]> {
		if (this.joint === undefined) return [];
		const pairedItem = parts.map((item) => ({ item }));
		return (await this.joint.finish(failed)).map((item) => ({ ...item, pairedItem }));
	}

	async end(): Promise<void> {
		await this.joint?.end();
	}
}
