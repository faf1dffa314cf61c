import type { Payments } from '../../payments';
import type { Random } from '../../random';
import { GeneratedTransaction, mix, paidTransaction, type Transaction } from './transaction';

export const DAY = 24 * 60 * 60 * 1000;

/** How many transactions an organization has in a day, spread over the day. */
export interface Traffic {
	organizationId: string;
	perDay: number;
	from: number;
	/** Infinity while it goes on. */
	to: number;
}

export interface Period {
	start: number;
	end: number;
}

/** All transactions. None of them is kept: each is calculated from the seed when it is read. */
export class Ledger {
	private readonly traffic: Traffic[] = [];

	constructor(
		private readonly random: Random,
		private readonly payments: Payments,
	) {}

	addTraffic(traffic: Traffic): void {
		this.traffic.push(traffic);
	}

	/** Names the traffic there is by now, so that a finished report stays as it is. */
	get version(): number {
		return this.traffic.length;
	}

	/** In the order of time, organization after organization. */
	*between(
		organizationIds: readonly string[],
		period: Period,
		version = this.version,
	): Generator<Transaction> {
		for (const organizationId of organizationIds) {
			const sources = this.traffic
				.slice(0, version)
				.flatMap((traffic, number) =>
					traffic.organizationId === organizationId ? [this.generate(traffic, number, period)] : [],
				);
			const paid = this.payments.between(organizationId, period.start, period.end);
			yield* merge([...sources, paid.map(paidTransaction).values()]);
		}
	}

	private *generate(traffic: Traffic, number: number, period: Period): Generator<Transaction> {
		const { organizationId, perDay } = traffic;
		const seed = this.random.of('traffic', organizationId, number).below(0x1_0000_0000);
		const from = Math.max(traffic.from, period.start);
		const until = Math.min(traffic.to, period.end);
		const source = String(number % 100).padStart(2, '0');
		for (let day = Math.floor(from / DAY); day * DAY < until; day++) {
			const daySeed = mix(seed, day);
			const first = Math.max(0, Math.floor(((from - day * DAY) / DAY) * perDay) - 1);
			for (let index = first; index < perDay; index++) {
				const transactionSeed = mix(daySeed, index);
				const within = (index + transactionSeed / 0x1_0000_0000) / perDay;
				const time = Math.floor((day * DAY + within * DAY) / 1000) * 1000;
				if (time >= until) return;
				if (time < from) continue;
				const id = `${String(time / 1000).padStart(10, '0')}${source}${String(index).padStart(10, '0')}`;
				yield new GeneratedTransaction(organizationId, time, id, transactionSeed);
			}
		}
	}
}

function* merge(sources: ReadonlyArray<Iterator<Transaction>>): Generator<Transaction> {
	const heads = sources.map((source) => source.next());
	for (;;) {
		let earliest = -1;
		heads.forEach((head, index) => {
			if (head.done) return;
			const best = heads.at(earliest);
			if (earliest < 0 || !best || best.done || head.value.time < best.value.time) {
				earliest = index;
			}
		});
		if (earliest < 0) return;
		yield heads[earliest].value as Transaction;
		heads[earliest] = sources[earliest].next();
	}
}
