import type { INodePropertyOptions, INodeType } from 'n8n-workflow';
import { MerchantInvoicing } from '../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { MerchantReporting } from '../../nodes/MerchantReporting/MerchantReporting.node';
import { CredentialForm } from './support/credentialForm';
import { expectNothingWrong, useEditor } from './support/useEditor';
import { grid, invoicing, reporting, trigger } from './support/workflow';

/** camelCase or dotted, as the service writes its fields. */
const WIRE_NAME = /^[a-z]+[A-Z]|\w\.\w/;

/** Every action of a node, in the words by which it is picked, and the parameters that picking it sets. */
const actionsOf = ({ description: { properties } }: INodeType) =>
	properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options }) =>
			(options as INodePropertyOptions[]).map(({ action = '', value }) => ({
				words: action,
				parameters: {
					resource: (displayOptions?.show?.resource as string[])[0],
					operation: String(value),
				},
			})),
		);

const SCREENS = [
	...actionsOf(new MerchantReporting()).map((action) => ({ ...action, step: reporting })),
	...actionsOf(new MerchantInvoicing()).map((action) => ({ ...action, step: invoicing })),
	{ words: 'New report', parameters: { event: 'newReport' }, step: trigger },
	{
		words: 'Invoice status changed',
		parameters: { event: 'invoiceStatusChanged' },
		step: trigger,
	},
];

describe('each screen of the nodes', () => {
	// Tall, so that a whole form is in the picture.
	const n8n = useEditor('screens', undefined, { width: 1440, height: 1700 });

	test('the canvas says in words what each node does', async () => {
		const { client, credential } = n8n.instance;
		const steps = SCREENS.map(({ words, parameters, step }) =>
			step(credential, parameters, { name: `To ${words}` }),
		);
		const { id } = await client.addWorkflow(grid('Everything', steps));
		await n8n.editor.openWorkflow(id);
		await n8n.window.picture('canvas');
		const shown = await n8n.editor.subtitles();
		expect(shown).toHaveLength(SCREENS.length);
		expect(shown.filter((words) => WIRE_NAME.test(words))).toEqual([]);
		expect(await n8n.editor.cutOffSubtitles()).toEqual([]);
	});

	test.each(SCREENS)('$words: every label is whole and in words', async ({ words }) => {
		await n8n.editor.openNode(`To ${words}`);
		await n8n.editor.untilLoaded();
		await n8n.window.picture(`screen ${words}`);
		const cutOff = await n8n.editor.cutOffTexts();
		const labels = await n8n.editor.fieldLabels();
		// Before anything is judged: the next screen cannot be opened while this one is.
		await n8n.editor.closeNode();
		expect(cutOff).toEqual([]);
		expect(labels.length).toBeGreaterThan(1);
		expect(labels.filter((label) => WIRE_NAME.test(label))).toEqual([]);
	});

	test('the credential: every label is whole and in words', async () => {
		await n8n.editor.openNode(`To ${SCREENS[0].words}`);
		const form = new CredentialForm(n8n.window.page);
		await form.edit();
		await n8n.window.picture('screen credential');
		const labels = await form.labels();
		expect(labels).toEqual(expect.arrayContaining(['Environment', 'Token', 'Organization ID']));
		expect(labels.filter((label) => WIRE_NAME.test(label))).toEqual([]);
	});

	expectNothingWrong(n8n);
});
