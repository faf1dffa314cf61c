import type { IDataObject } from 'n8n-workflow';

import { IN_NET, type RowKind } from '../catalog/kinds';
import { parseDecimal, signed } from '../money';
import { Classifier, type SumRole } from './classifier';
import { exactNumber, isAmount, type UniqueNames } from './columns';
import type { ReadChoices } from './choices';
import { isTelling } from './tellingColumns';

/** Which way it goes is not known. */
const UNDECIDED: readonly RowKind[] = ['reversal', 'adjustment', 'unclassified'];

/** Says of each row what it is, and what it adds to net, by the same rules as totals. */
export class RowMoney {
	private readonly classifier: Classifier;
	private readonly keys: { kind: string; signedAmount: string };
	private readonly amounts = new Map<string, number>();
	/** The main amount, and the others that net has too. */
	private main = { name: '', slot: -1 };
	private others: string[] = [];

	constructor(
		definition: string | undefined,
		unique: UniqueNames,
		private readonly written: ReadChoices['amounts'],
	) {
		this.classifier = new Classifier(definition);
		this.keys = { kind: unique.give('kind'), signedAmount: unique.give('signedAmount') };
	}

	wants(column: string): boolean {
		return isAmount(column) || isTelling(column);
	}

	meet(columns: readonly string[], slots: readonly number[]): void {
		this.classifier.meet(columns, slots);
		columns.forEach((column, index) => {
			if (isAmount(column)) this.amounts.set(column, slots[index]);
		});
		const roles = this.classifier.rolesOf([...this.amounts.keys()]);
		const [name] = [...roles].find(([, role]) => role === 'main') ?? [''];
		this.main = { name, slot: this.amounts.get(name) ?? -1 };
		const isOther = ([other, role]: [string, SumRole]) =>
			other !== name && ['main', 'fee', 'refund', 'each'].includes(role);
		this.others = [...roles].filter(isOther).map(([other]) => other);
	}

	/** What net has and signed amounts have not. */
	get notice(): string | undefined {
		const { name } = this.main;
		if (name === '' || this.others.length === 0) return undefined;
		return `signedAmount is of ${name} alone. Net also has ${this.others.join(', ')}.`;
	}

	/** What moved no money adds nothing; empty where the row does not say which way its money goes. */
	addTo(row: IDataObject, cells: readonly string[]): IDataObject {
		const { kind, direction } = this.classifier.classify(cells);
		const { name, slot } = this.main;
		const text = slot < 0 ? '' : cells[slot].trim();
		// Whether a negative fee is a rebate, only the other rows show.
		const isUndecided = UNDECIDED.includes(kind) || (kind === 'fee' && text.startsWith('-'));
		const moved = IN_NET.includes(kind) ? signed(text, direction) : '0';
		const amount = isUndecided || parseDecimal(text) === undefined ? '' : moved;
		row[this.keys.kind] = kind;
		row[this.keys.signedAmount] =
			this.written === 'number' && amount !== '' ? exactNumber(name, amount) : amount;
		return row;
	}
}
