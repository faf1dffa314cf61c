/** What goes wrong, on the next requests that match. */
export interface Fault {
	method?: string;
	/** The path without query, as it travels; `*` stands for anything, and alone for any of the services. */
	path: string;
	/** How many matching requests are left alone first. */
	skip: number;
	/** How many requests it hits. */
	times: number;
	/** Waits this long before anything else happens. */
	delayMilliseconds: number;
	/** Whether the work is done before it goes wrong. */
	when: 'before' | 'after';
	failure: Failure;
}

export type Failure =
	| { kind: 'delay' }
	| { kind: 'status'; status: number; retryAfter?: string; body?: unknown }
	| { kind: 'drop' }
	| { kind: 'cutOff'; afterBytes: number }
	| { kind: 'contentType'; contentType: string; body: string }
	| { kind: 'invalidJson' };

/** Any request to the services. A browser asks for more, such as an icon, of its own accord. */
export const ANY = '*';
const SERVICES = /^\/(invoicing|reporting|oauth2)\//;

interface Planted extends Fault {
	id: number;
	hits: number;
}

/** As the control API and the console show it. */
type ListedFault = Omit<Planted, 'failure'> & { kind: Failure['kind']; status?: number };

export class Faults {
	private planted: Planted[] = [];
	private count = 0;

	add(fault: Fault): number {
		const id = ++this.count;
		this.planted.push({ ...fault, id, hits: 0 });
		return id;
	}

	/** The fault for this request, if one is planted. Counts it. */
	take(method: string, path: string): (Fault & { id: number }) | undefined {
		for (const fault of this.planted) {
			if (fault.times === 0 || !matches(fault, method, path)) continue;
			if (fault.skip > 0) {
				fault.skip--;
				continue;
			}
			fault.times--;
			fault.hits++;
			return fault;
		}
		return undefined;
	}

	list(): ListedFault[] {
		return this.planted.map(({ failure, ...fault }) => ({ ...fault, ...failure }));
	}

	clear(): void {
		this.planted = [];
	}
}

function matches(fault: Fault, method: string, path: string): boolean {
	const pattern = fault.path.split('*').map(escapeForRegExp).join('.*');
	const paths = fault.path === ANY ? SERVICES : new RegExp(`^${pattern}$`, 's');
	return (fault.method ?? method) === method && paths.test(path);
}

function escapeForRegExp(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
