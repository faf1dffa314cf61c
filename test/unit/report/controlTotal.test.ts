import { Control } from '../../../nodes/shared/content/controlTotal';
import type { AskingSink } from '../../../nodes/shared/report/askingSink';

const sink = (isFull: boolean) => ({ isFull, rowsMet: 7, rows: 3 }) as AskingSink;

describe('The control total', () => {
	it('counts the reports and takes the rows from who read them', () => {
		const control = new Control();
		expect(control.total()).toEqual({
			parts: 0,
			rowsRead: null,
			rows: null,
			readToEnd: true,
			checked: [],
		});
		control.add(['length']);
		control.add(['length']);
		expect(control.total(sink(false))).toEqual({
			parts: 2,
			rowsRead: 7,
			rows: 3,
			readToEnd: true,
			checked: ['length'],
		});
	});

	it('names only the checks that every report passed', () => {
		const control = new Control();
		control.add(['length', 'endTag']);
		expect(control.total().checked).toEqual(['length', 'endTag']);
		control.add(['endTag', 'checksum']);
		expect(control.total().checked).toEqual(['endTag']);
		control.add([]);
		control.add(['endTag']);
		expect(control.total().checked).toEqual([]);
	});

	it('claims no check of a report that was not read to its end', () => {
		const control = new Control();
		control.add(['length']);
		expect(control.total(sink(true))).toMatchObject({ readToEnd: false, checked: [] });
	});

	it('does not claim the end where nothing shows that one report has ended', () => {
		const control = new Control();
		control.add([], 'It may be cut off');
		control.add(['length']);
		expect(control.total(sink(false)).readToEnd).toBe(false);
	});
});
