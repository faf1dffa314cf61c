import type { FieldProblem } from '../../refusal';
import type { Filled, SettingsChange } from './schema';

const RENAMED = [
	'billTo',
	'companyName',
	'customerId',
	'description',
	'discount',
	'invoiceNumber',
	'partialPayment',
	'shipping',
	'tax',
] as const;

export type LabelKey = (typeof RENAMED)[number];

/** Which labels each of the ways to hide can hide. */
const HIDERS = {
	hidden: ['customerId', 'description', 'discount', 'invoiceNumber', 'partialPayment'],
	hiddenForInvoice: ['discount', 'tax'],
	hiddenForItem: ['discount', 'tax'],
};
const HIDER_NAMES = Object.keys(HIDERS) as Array<keyof typeof HIDERS>;

/** As it is sent: an empty key or value leaves what is set. */
type LabelChange = NonNullable<SettingsChange['customLabels']>[number];
type CustomLabel = Filled<LabelChange>;

export function labelProblems(changes: readonly LabelChange[]): FieldProblem[] {
	return changes.flatMap((change, index) => {
		const { key } = change;
		if (!key) return [];
		const field = `invoiceSettingsInformation.customLabels[${index}]`;
		if (!isLabelKey(key)) {
			return [{ field: `${field}.key`, reason: `must be one of ${RENAMED.join(', ')}` }];
		}
		return HIDER_NAMES.filter((name) => change[name] === true && !HIDERS[name].includes(key)).map(
			(name) => ({
				field: `${field}.${name}`,
				reason: `cannot be used with ${key}, only with ${HIDERS[name].join(', ')}`,
			}),
		);
	});
}

/** Labels are changed one by one, and cannot be reset. */
export function changedLabels(
	labels: readonly CustomLabel[],
	changes: readonly LabelChange[],
): CustomLabel[] {
	const byKey = new Map(labels.map((label) => [label.key, label]));
	for (const change of changes) {
		if (!change.key || !isLabelKey(change.key)) continue;
		const label: CustomLabel = { ...byKey.get(change.key), key: change.key };
		if (change.value) label.value = change.value;
		for (const name of HIDER_NAMES) label[name] = change[name] ?? label[name];
		byKey.set(change.key, label);
	}
	return [...byKey.values()];
}

function isLabelKey(key: string): key is LabelKey {
	return (RENAMED as readonly string[]).includes(key);
}
