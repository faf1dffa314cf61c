import { MerchantInvoicing } from '../../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { MerchantReporting } from '../../../nodes/MerchantReporting/MerchantReporting.node';
import { MerchantServicesTrigger } from '../../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { actionForms, eventForms, otherForm, type Form } from './forms';

const reporting = new MerchantReporting();

const FORMS = [
	...actionForms(reporting),
	otherForm(reporting, 'report/downloadByName workbook', { output: 'workbook' }),
	...actionForms(new MerchantInvoicing()),
	...eventForms(new MerchantServicesTrigger()),
];

type Limits = [opening: number, inLists: number, words: number, lists: number];

/** What a person can take in. */
const GOAL: Limits = [12, 36, 250, 2];

/** The line items are the invoice itself, besides its other data and the options. */
const WITH_LINES: Limits = [12, 36, 250, 3];

const OTHERS: Record<string, Limits> = {
	'invoice/create': WITH_LINES,
	'invoice/upsert': WITH_LINES,
};

const figuresOf = ({ opening, inLists, words, lists }: Form): Limits => [
	opening,
	inLists,
	words,
	lists,
];

/** Read with every run, so that a change of a form shows what it costs. */
const table = FORMS.map((form) => `${figuresOf(form).join(' / ').padEnd(20)} ${form.name}`);

describe('every form', () => {
	it('is no larger than a person can take in: fields on opening / in lists / words / lists', () => {
		process.stdout.write(`${table.join('\n')}\n`);
		const tooLarge = FORMS.filter((form) => {
			const limits = OTHERS[form.name] ?? GOAL;
			return figuresOf(form).some((figure, index) => figure > limits[index]);
		});
		expect(tooLarge).toEqual([]);
	});
});
