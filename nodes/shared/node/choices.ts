import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { readNames } from '../names';
import { error, refuseErrors, type Problem } from '../problem';
import { isRecord, textOf } from '../record';
import type { Parameters } from './parameters';

/** Whether a field is a dropdown or a switch with a fixed list of choices, or has one in it. */
export function hasChoices(field: INodeProperties): boolean {
	switch (field.type) {
		case 'boolean':
			return true;
		case 'options':
		case 'multiOptions':
			return field.options !== undefined && field.allowArbitraryValues !== true;
		case 'collection':
			return partsOf(field).some(hasChoices);
		case 'fixedCollection':
			return groupsOf(field).some(({ values }) => values.some(hasChoices));
		default:
			return false;
	}
}

const partsOf = ({ options = [] }: INodeProperties) => options as INodeProperties[];
const groupsOf = ({ options = [] }: INodeProperties) => options as INodePropertyCollection[];

/**
 * Refuses what no dropdown and no switch offers. The editor offers nothing else, but an expression can give
 * anything, and so can a workflow that was not made in the editor. A choice may be written as its value or as
 * the editor calls it, in any case: "lastMonth", "Last Month". `fields`: those that have choices.
 *
 * Returns the fields with each choice by its value.
 */
export function readChoices(fields: readonly INodeProperties[], of: Parameters): Parameters {
	const values: IDataObject = {};
	for (const { name, default: usual } of fields) {
		values[name] ??= of.parameter(name, usual) as IDataObject[string];
	}
	const found = new Findings(values);
	found.look(fields, values);
	refuseErrors(found.problems);
	if (!found.isChanged) return of;
	return {
		parameter: (name, fallback, options) =>
			Object.hasOwn(values, name) ? values[name] : of.parameter(name, fallback, options),
	};
}

class Findings {
	readonly problems: Problem[] = [];
	/** Whether a choice was not written as its value. */
	isChanged = false;

	constructor(private readonly root: IDataObject) {}

	look(fields: readonly INodeProperties[], values: IDataObject, place = ''): void {
		for (const field of fields.filter(hasChoices)) {
			const value = values[field.name];
			switch (field.type) {
				case 'collection':
					if (isRecord(value)) this.look(entered(partsOf(field), value), value, place);
					break;
				case 'fixedCollection':
					this.lookAtGroups(field, value);
					break;
				case 'boolean':
					this.decide(field, values, place);
					break;
				default:
					this.choose(field, values, place);
			}
		}
	}

	private lookAtGroups(field: INodeProperties, value: unknown): void {
		for (const { name, displayName, values } of isRecord(value) ? groupsOf(field) : []) {
			const entries = [(value as IDataObject)[name] ?? []].flat().filter(isRecord);
			entries.forEach((entry, index) => {
				this.look(entered(values, entry), entry, `${displayName} ${index + 1}, `);
			});
		}
	}

	/** A sheet gives true and false as text. */
	private decide(field: INodeProperties, values: IDataObject, place: string): void {
		const value = values[field.name];
		if (typeof value === 'boolean') return;
		const written = textOf(value).toLowerCase();
		if (written === 'true' || written === 'false') {
			values[field.name] = written === 'true';
			this.isChanged = true;
		} else {
			this.refuse(field, values, place, `${JSON.stringify(value)} is neither true nor false`);
		}
	}

	private choose(field: INodeProperties, values: IDataObject, place: string): void {
		const value = values[field.name];
		const isList = field.type === 'multiOptions';
		const given = isList ? readNames(value) : [textOf(value)];
		const chosen = given.map((one) => choiceFor(field, one));
		const unknown = given.find((_, index) => chosen[index] === undefined);
		if (unknown !== undefined) {
			const allowed = choicesOf(field).map((choice) => String(choice.value) || '"" (empty)');
			this.refuse(
				field,
				values,
				place,
				`${JSON.stringify(unknown)} is not one of the choices. Use one of: ${allowed.join(', ')}`,
			);
		} else if (given.some((one, index) => one !== String(chosen[index]?.value))) {
			const found = chosen.flatMap((choice) => choice?.value ?? []);
			values[field.name] = isList ? found : found[0];
			this.isChanged = true;
		}
	}

	/** What is not shown does not count. */
	private refuse(field: INodeProperties, values: IDataObject, place: string, words: string): void {
		const [shownBy, root] = [values, this.root] as never[];
		if (!NodeHelpers.displayParameter(shownBy, field, null, null, root)) return;
		this.problems.push(error(`${place}${field.displayName}`, words));
	}
}

const isLeftOut = (value: unknown): boolean =>
	value === undefined || value === null || value === '';

/** An optional field that an expression leaves empty is as good as not added. */
const entered = (fields: readonly INodeProperties[], values: IDataObject): INodeProperties[] =>
	fields.filter(({ name }) => !isLeftOut(values[name]));

interface Choice {
	name: string;
	value: string | number | boolean;
}

const choicesOf = ({ options = [] }: INodeProperties) => options as Choice[];

function choiceFor(field: INodeProperties, written: string): Choice | undefined {
	const choices = choicesOf(field);
	return (
		choices.find(({ value }) => String(value) === written) ??
		choices.find(({ value }) => loosely(String(value)) === loosely(written)) ??
		choices.find(({ name }) => loosely(name) === loosely(written))
	);
}

const loosely = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '');
