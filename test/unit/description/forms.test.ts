import { actionForms, eventForms, otherForm, type Form } from './forms';
import { NODES } from './nodes';

const nodes = Object.values(NODES).map(({ node }) => node);
const reporting = NODES.MerchantReporting.node;
const invoicing = NODES.MerchantInvoicing.node;
const trigger = NODES.MerchantServicesTrigger.node;

const FORMS = [
	...nodes.flatMap((node) => [...actionForms(node), ...eventForms(node)]),
	otherForm(reporting, 'report/download workbook', { output: 'workbook' }),
	otherForm(invoicing, 'invoice/create manually', { mappingMode: 'defineBelow' }),
	otherForm(invoicing, 'invoice/upsert manually', { mappingMode: 'defineBelow' }),
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
