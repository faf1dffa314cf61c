import { randomUUID } from 'node:crypto';

export interface Notice {
	kind: 'good' | 'bad';
	text: string;
}

const KEPT = 20;

/**
 * What came of the latest actions, for browsers without scripts: the address of the next page names it.
 * A reset keeps it, so that the page after the reset can say so.
 */
export class Notices {
	private readonly latest = new Map<string, Notice>();

	/** The name under which it is found. */
	keep(notice: Notice): string {
		const name = randomUUID();
		this.latest.set(name, notice);
		for (const each of [...this.latest.keys()].slice(0, -KEPT)) this.latest.delete(each);
		return name;
	}

	find(name: string | undefined): Notice | undefined {
		return name === undefined ? undefined : this.latest.get(name);
	}
}
