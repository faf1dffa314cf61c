import type { IDataObject } from 'n8n-workflow';

import { IN_NET, type RowKind } from '../catalog/kinds';
import { parseDecimal, signed } from '../money';
import { number, textOf } from '../text';
import { Classifier, type SumRole } from './classifier';
import { exactNumber, isAmount, type UniqueNames } from './columns';
import type { ReadChoices } from './choices';
import { isTelling } from './tellingFields';

/** Which way it goes is not known. */
const UNDECIDED: readonly RowKind[] = ['reversal', 'adjustment', 'unclassified'];

/** Says of each row what it is, and what it adds to net, by the same rules as totals. */
export class RowMoney {
	private readonly classifier: Classifier;
	private readonly keys: { kind: string; signedAmount: string };
	private readonly amounts = new Map<string, number>();
	private hasRoles = false;
	/** The main amount, and the others that net has too. */
	private main = { name: '', slot: -1 };
	private others: string[] = [];
	/** Amounts that count where the main one is empty. */
	private instead: number[] = [];

	/** Rows with a negative fee: rebates if other fees are positive, as in totals. */
	private readonly negativeFees: IDataObject[] = [];
	private hasPositiveFees = false;
	private unreadable = { count: 0, first: '' };

	constructor(
		source: { definition?: string; isAcceptedOnly?: boolean },
		unique: UniqueNames,
		private readonly written: ReadChoices['amounts'],
	) {
		this.classifier = new Classifier(source.definition, source.isAcceptedOnly);
		this.keys = { kind: unique.give('kind'), signedAmount: unique.give('signedAmount') };
	}

	wants(column: string): boolean {
		return isAmount(column) || isTelling(column);
	}

	addColumns(columns: readonly string[], slots: readonly number[]): void {
		this.classifier.addColumns(columns, slots);
		columns.forEach((column, index) => {
			if (isAmount(column)) this.amounts.set(column, slots[index]);
		});
		this.hasRoles = false;
	}

	private readRoles(): void {
		this.hasRoles = true;
		const roles = this.classifier.rolesOf([...this.amounts.keys()]);
		const [name] = [...roles].find(([, role]) => role === 'main') ?? [''];
		this.main = { name, slot: this.amounts.get(name) ?? -1 };
		const isOther = ([other, role]: [string, SumRole]) =>
			other !== name && ['main', 'fee', 'refund', 'each'].includes(role);
		this.others = [...roles].filter(isOther).map(([other]) => other);
		this.instead = [...roles].flatMap(([other, role]) =>
			role === 'instead' ? (this.amounts.get(other) ?? []) : [],
		);
	}

	get notices(): string[] {
		const { name } = this.main;
		const { count, first } = this.unreadable;
		const others = this.others.join(', ');
		const notes = this.classifier.notes();
		if (others !== '') {
			notes.push(
				name === ''
					? `signedAmount is empty, because nothing tells which amount counts: ${others}`
					: `signedAmount is of ${name} alone. Net also has ${others}`,
			);
		}
		if (count > 0) {
			const found = `${number(count)} (first: ${first || 'empty'})`;
			notes.push(`signedAmount is empty where ${name} is not a number: ${found}`);
		}
		return notes.map((note) => `${note}.`);
	}

	/** What moved no money adds nothing; empty where the row does not say which way its money goes. */
	addTo(row: IDataObject, cells: readonly string[]): IDataObject {
		if (!this.hasRoles) this.readRoles();
		const { kind, direction } = this.classifier.classify(cells);
		const { slot } = this.main;
		const text = slot < 0 ? '' : cells[slot].trim();
		// As in totals, zeros in front belong to an identifier.
		const decimal = /^[+-]?0\d/.test(text) ? undefined : parseDecimal(text);
		const isNumber = decimal !== undefined;
		const counts = () => this.instead.some((one) => cells[one].trim() !== '');
		const isMissed = text !== '' || (IN_NET.includes(kind) && counts());
		if (!isNumber && isMissed && this.unreadable.count++ === 0) this.unreadable.first = text;
		if (kind === 'fee' && text.startsWith('-')) this.negativeFees.push(row);
		else if (kind === 'fee' && isNumber) this.hasPositiveFees = true;
		const moved = isNumber ? signed(text, decimal.units === 0n ? 'in' : direction) : '';
		row[this.keys.kind] = kind;
		row[this.keys.signedAmount] = this.addedBy(kind, moved);
		return row;
	}

	private addedBy(kind: RowKind, moved: string): string | number {
		const added = IN_NET.includes(kind) ? moved : '0';
		return UNDECIDED.includes(kind) || added === '' ? '' : this.inChosenForm(added);
	}

	/** To be called once all rows are known. */
	finish(): void {
		if (!this.hasPositiveFees) return;
		const { signedAmount } = this.keys;
		for (const row of this.negativeFees) {
			row[signedAmount] = this.inChosenForm(signed(textOf(row[signedAmount]), 'in'));
		}
	}

	private inChosenForm(amount: string): string | number {
		return this.written === 'number' ? exactNumber(this.main.name, amount) : amount;
	}
}
