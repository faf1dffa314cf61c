import { DEFENSES } from './defenses';
import { nodesWithout } from './mutant';
import { travel } from './travel';

describe('without a defense a journey gets worse:', () => {
	it.each(DEFENSES)('$defense ($without)', async ({ journey, dialect, without, ...undoing }) => {
		const { verdict } = await travel(nodesWithout(undoing), journey, dialect);
		expect(verdict).toBe(without);
	});
});
