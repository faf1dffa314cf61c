import { rowXml } from './cells';
import { PAGE_SETUP, sheetStart } from './sheets';
import { LABEL, WRAPPED } from './styles';

const LABEL_WIDTH = 28;
const FACT_WIDTH = 80;

/** What is known of a workbook, each under its label; several facts may have the same label. */
export type Fact = readonly [label: string, ...facts: string[]];

export function aboutSheet(facts: readonly Fact[]): string {
	let row = 0;
	const rows = facts.flatMap(([label, ...texts]) =>
		texts.map((text, index) => {
			row++;
			const name = { text: index === 0 ? label : '', style: LABEL };
			return rowXml(row, [name, { text, style: WRAPPED }]);
		}),
	);
	return `${sheetStart([LABEL_WIDTH, FACT_WIDTH], false)}${rows.join('')}</sheetData>${PAGE_SETUP}</worksheet>`;
}
