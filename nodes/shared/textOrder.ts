const texts = new Intl.Collator('en', { numeric: true });

/** As people sort, with 9 before 10. Different texts never rank the same: 036 and 36 stay separate. */
export const inTextOrder = (a: string, b: string): number =>
	texts.compare(a, b) || (a < b ? -1 : Number(a > b));
