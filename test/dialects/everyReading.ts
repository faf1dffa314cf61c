import { writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Journey } from './journeys/journey';
import { nodes } from './nodes';
import { pageOf } from './page';
import { inEveryReading } from './readings';
import { nameOf, record, recorded, recordOf, RIGHT, VerdictTable, type Verdicts } from './verdicts';

/** Set by `node scripts/dialects.mjs`: how the journeys end is written down instead of compared. */
const isWriting = process.env.WRITE_DIALECTS === '1';

const PAGE = path.join(__dirname, '../../docs/develop/dialects.md');
const A_LONG_TIME = 900_000;

/** Makes the journeys in every single reading, and prints how they ended. */
export function testEveryReading(journeys: readonly Journey[]): void {
	const verdicts: Verdicts = {};
	const table = new VerdictTable();

	afterAll(() => {
		if (isWriting) {
			record({ ...recorded(), ...verdicts });
			writeFileSync(PAGE, pageOf(recorded()));
		}
		process.stdout.write(`Every single reading:\n${table.toString()}\n`);
	});

	describe.each(journeys)('under every single reading: $name', (journey) => {
		beforeAll(async () => {
			const ended: Record<string, string> = {};
			for await (const traveled of inEveryReading(nodes, journey)) {
				table.add(traveled);
				ended[nameOf(traveled)] = recordOf(traveled);
			}
			verdicts[journey.name] = ended;
		}, A_LONG_TIME);

		const endedOtherwise = (isFine: (said: string, reading: string) => boolean) =>
			Object.entries(verdicts[journey.name]).filter(([reading, said]) => !isFine(said, reading));

		it('is never silently wrong', () => {
			expect(endedOtherwise((said) => !said.startsWith('WRONG'))).toEqual([]);
		});

		if (journey.endsRight) {
			it('ends right', () => {
				expect(endedOtherwise((said) => said === RIGHT)).toEqual([]);
			});
		}

		if (!isWriting) {
			it('ends right wherever docs/develop/dialects.md says so', () => {
				const wanted = recorded()[journey.name];
				expect(endedOtherwise((said, name) => said === RIGHT || wanted[name] !== RIGHT)).toEqual(
					[],
				);
			});
		}
	});
}
