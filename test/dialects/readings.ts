import type { Reading, SpotName } from '../../sandbox/dialects/table';
import type { Journey } from './journeys/journey';
import { spotsOf, unusualReadings } from './spots';
import { travel } from './travel';
import type { Findings } from './verdict';
import type { Nodes } from './world';

export interface Traveled {
	journey: Journey;
	spot: SpotName;
	reading: Reading;
	findings: Findings;
}

/** A journey in every single reading of every spot that it comes by, beginning with the usual ones. */
export async function* inEveryReading(nodes: Nodes, journey: Journey): AsyncGenerator<Traveled> {
	for (const spot of await spotsOf(nodes, journey)) {
		for (const reading of unusualReadings(spot)) {
			const findings = await travel(nodes, journey, { [spot]: reading });
			yield { journey, spot, reading, findings };
		}
	}
}
