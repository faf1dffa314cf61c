import type { IDataObject } from 'n8n-workflow';
import type { CellValue } from './convert';

/** With more keys, V8 makes an object from JSON a hash table, which is three times as slow to clone. */
const MOST_FAST_KEYS = 127;

/**
 * Makes rows of one shape. Cloning a template and storing by key is four times as fast as building
 * objects. V8 keeps all cells of a template from JSON in the object itself, and not in a list beside it.
 */
export class RowShape {
	private readonly template: IDataObject;

	constructor(
		constants: Iterable<readonly [string, CellValue]>,
		private readonly keys: readonly string[],
	) {
		const cells = [...constants, ...keys.map((key): [string, CellValue] => [key, ''])];
		const template: IDataObject = Object.fromEntries(cells);
		this.template =
			cells.length > MOST_FAST_KEYS
				? template
				: (JSON.parse(JSON.stringify(template)) as IDataObject);
	}

	row(values: readonly CellValue[]): IDataObject {
		const row = { ...this.template };
		const { keys } = this;
		const { length } = keys;
		let from = 0;
		if (length >= 8) {
			store0(row, keys, values);
			from = 8;
			if (length >= 16) {
				store8(row, keys, values);
				from = 16;
				if (length >= 24) {
					store16(row, keys, values);
					from = 24;
					if (length >= 32) {
						store24(row, keys, values);
						from = 32;
					}
				}
			}
		}
		for (let index = from; index < length; index++) row[keys[index]] = values[index];
		return row;
	}

	/** A row of an earlier shape, with the columns that were met after it. */
	upgraded(row: IDataObject): IDataObject {
		return Object.assign({ ...this.template }, row);
	}
}

type Store = (row: IDataObject, keys: readonly string[], values: readonly CellValue[]) => void;

// Written out, because V8 remembers where a key is stored for each place in the code: a loop has
// one place for all keys and is slow.
const store0: Store = (row, keys, values) => {
	row[keys[0]] = values[0];
	row[keys[1]] = values[1];
	row[keys[2]] = values[2];
	row[keys[3]] = values[3];
	row[keys[4]] = values[4];
	row[keys[5]] = values[5];
	row[keys[6]] = values[6];
	row[keys[7]] = values[7];
};
const store8: Store = (row, keys, values) => {
	row[keys[8]] = values[8];
	row[keys[9]] = values[9];
	row[keys[10]] = values[10];
	row[keys[11]] = values[11];
	row[keys[12]] = values[12];
	row[keys[13]] = values[13];
	row[keys[14]] = values[14];
	row[keys[15]] = values[15];
};
const store16: Store = (row, keys, values) => {
	row[keys[16]] = values[16];
	row[keys[17]] = values[17];
	row[keys[18]] = values[18];
	row[keys[19]] = values[19];
	row[keys[20]] = values[20];
	row[keys[21]] = values[21];
	row[keys[22]] = values[22];
	row[keys[23]] = values[23];
};
const store24: Store = (row, keys, values) => {
	row[keys[24]] = values[24];
	row[keys[25]] = values[25];
	row[keys[26]] = values[26];
	row[keys[27]] = values[27];
	row[keys[28]] = values[28];
	row[keys[29]] = values[29];
	row[keys[30]] = values[30];
	row[keys[31]] = values[31];
};
