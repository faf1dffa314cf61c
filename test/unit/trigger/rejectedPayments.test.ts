import { ScriptedService } from './scriptedService';

/** The polls after the activation, every five minutes. */
async function toldAfter(service: ScriptedService): Promise<string[]> {
	const told: string[] = [];
	for (let at = 5; at <= 30; at += 5) told.push(...(await service.poll(at)));
	return told;
}

describe('A payment in review when the trigger starts, where the history has no reviews', () => {
	it.each([
		['SEND -90', 'rejected', { status: 'SENT' }, 'I PENDING>SENT rejected'],
		['DRAFT -95, SEND -90', 'rejected', { status: 'SENT' }, 'I PENDING>SENT rejected'],
		['CREATE -90', 'rejected', { status: 'CREATED' }, 'I PENDING>CREATED rejected'],
		['', 'rejected', { status: 'SENT' }, 'I PENDING>SENT rejected'],
		[undefined, 'rejected', { status: 'SENT' }, 'I PENDING>SENT rejected'],
		['SEND -90', 'accepted', { status: 'PAID', balance: 0 }, 'I PENDING>PAID 100'],
		['SEND -90', 'canceled', { status: 'CANCELED' }, 'I PENDING>CANCELED'],
	])('comes once (history "%s", %s)', async (history, _, then, event) => {
		const service = new ScriptedService();
		service.set('I', { status: 'PENDING', history });
		expect(await service.poll(0)).toEqual([]);
		service.set('I', then);
		expect(await toldAfter(service)).toEqual([event]);
	});

	it('is not told while nothing happens', async () => {
		const service = new ScriptedService();
		service.set('I', { status: 'PENDING', history: 'SEND -90' });
		expect(await service.poll(0)).toEqual([]);
		expect(await toldAfter(service)).toEqual([]);
	});
});
