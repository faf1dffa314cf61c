import { MerchantServicesTrigger } from '../../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { soakDialect } from '../../soak/dialects';
import { soak } from '../../soak/soakRun';
import { cases } from '../../support/long';

describe('The trigger over a network that loses a fifth of all requests', () => {
	it('tells each of many changes once, though n8n is killed now and then', async () => {
		const result = await soak({
			node: new MerchantServicesTrigger(),
			changes: cases(100, 250),
			failing: 0.2,
			restartEvery: 4,
			seed: 8,
			minutes: 2,
		});
		expect(result).toMatchObject({ lost: [], doubled: [] });
		expect(result.restarts).toBeGreaterThan(1);
		expect(result.failedRequests).toBeGreaterThan(20);
		expect(result.oldAnswers).toBeGreaterThan(4);
	}, 120_000);

	it.each([
		['404 beyond the end', 4, 7 * 60_000],
		['a total that is of the page', 34, 0],
	])(
		'tells each once in a dialect whose offset counts small pages, with %s',
		async (_, seed, historyLag) => {
			const result = await soak({
				node: new MerchantServicesTrigger(),
				changes: cases(50, 150),
				failing: 0.2,
				restartEvery: 10,
				seed,
				minutes: 3,
				dialect: soakDialect(seed),
				historyLag,
			});
			expect(result).toMatchObject({ lost: [], doubled: [] });
		},
		180_000,
	);

	it('is given up with the reason when it takes longer than allowed', async () => {
		const node = new MerchantServicesTrigger();
		await expect(
			soak({ node, changes: 250, failing: 0, restartEvery: 4, seed: 7, minutes: 0 }),
		).rejects.toThrow('The soak is not done after 0 minutes');
	}, 30_000);
});
