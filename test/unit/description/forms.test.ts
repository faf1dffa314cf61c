import { MerchantInvoicing } from '../../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { MerchantReporting } from '../../../nodes/MerchantReporting/MerchantReporting.node';
import { MerchantServicesTrigger } from '../../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { actionForms, eventForms, otherForm, type Form } from './forms';

const invoicing = new MerchantInvoicing();
const reporting = new MerchantReporting();
const trigger = new MerchantServicesTrigger();

const FORMS = [
	...actionForms(reporting),
	otherForm(reporting, 'report/download workbook', { output: 'workbook' }),
	...actionForms(invoicing),
	otherForm(invoicing, 'invoice/create manually', { mappingMode: 'defineBelow' }),
	otherForm(invoicing, 'invoice/upsert manually', { mappingMode: 'defineBelow' }),
	...eventForms(trigger),
	otherForm(trigger, 'newReport download', { event: 'newReport', download: true }),
];

type Limits = [opening: number, inLists: number, words: number, lists: number, ours: number];

/** What a person can take in. */
const GOAL: Limits = [12, 36, 250, 2, 9];

const figuresOf = ({ opening, inLists, words, lists, ours }: Form): Limits => [
	opening,
	inLists,
	words,
	lists,
	ours,
];

/** Read with every run, so that a change of a form shows what it costs. */
const table = FORMS.map((form) => `${figuresOf(form).join(' / ').padEnd(24)} ${form.name}`);

describe('every form', () => {
	it('is no larger than a person can take in: fields on opening / in lists / words / lists / options of ours', () => {
		process.stdout.write(`${table.join('\n')}\n`);
		const tooLarge = FORMS.filter((form) =>
			figuresOf(form).some((figure, index) => figure > GOAL[index]),
		);
		expect(tooLarge).toEqual([]);
	});
});
