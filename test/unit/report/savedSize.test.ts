import { SavedSize } from '../../../nodes/shared/content/notices';

const row = Object.fromEntries(
	Array.from({ length: 25 }, (_, index) => [`SomeColumn${index}`, `value ${index}`]),
);

const warningAfter = (rows: number) => {
	const size = new SavedSize();
	for (let index = 0; index < rows; index++) size.see(row);
	return size.warning();
};

describe('The size at which n8n cannot save items', () => {
	test('is not spoken of while there is room', () => {
		expect(warningAfter(0)).toBeUndefined();
		expect(warningAfter(100_000)).toBeUndefined();
	});

	test('is warned of before it is reached, with rows, size and what to choose instead', () => {
		const warning = warningAfter(600_000);
		expect(warning).toContain('600,000 rows, about ');
		expect(warning).toContain('Invalid string length');
		expect(warning).toContain('Totals Only');
	});
});
