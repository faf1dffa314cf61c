import type { INodePropertyOptions, INodeType } from 'n8n-workflow';
import { MerchantInvoicing } from '../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { MerchantReporting } from '../../nodes/MerchantReporting/MerchantReporting.node';
import { Window } from './support/browser';
import { CredentialForm } from './support/credentialForm';
import { Editor } from './support/editor';
import { Instance } from './support/instance';
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
	let instance: Instance;
	let window: Window;
	let editor: Editor;

	beforeAll(async () => {
		instance = await Instance.start('screens');
		const { id } = await instance.client.addWorkflow(
			grid(
				'Everything',
				SCREENS.map(({ words, parameters, step }) =>
					step(instance.credential, parameters, { name: `To ${words}` }),
				),
			),
		);
		// Tall, so that a whole form is in the picture.
		window = await Window.open({ width: 1440, height: 1700 });
		editor = new Editor(window.page, instance.address);
		await editor.logIn();
		window.errors.length = 0;
		await editor.openWorkflow(id);
	});
	afterAll(async () => {
		await window.close();
		await instance.stop();
	});

	test('the canvas says in words what each node does', async () => {
		await window.picture('canvas');
		const shown = await editor.subtitles();
		expect(shown).toHaveLength(SCREENS.length);
		expect(shown.filter((words) => WIRE_NAME.test(words))).toEqual([]);
		expect(await editor.cutOffSubtitles()).toEqual([]);
	});

	test.each(SCREENS)('$words: every label is whole and in words', async ({ words }) => {
		await editor.openNode(`To ${words}`);
		await editor.untilLoaded();
		await window.picture(`screen ${words}`);
		const cutOff = await editor.cutOffTexts();
		const labels = await editor.fieldLabels();
		// Before anything is judged: the next screen cannot be opened while this one is.
		await editor.closeNode();
		expect(cutOff).toEqual([]);
		expect(labels.length).toBeGreaterThan(1);
		expect(labels.filter((label) => WIRE_NAME.test(label))).toEqual([]);
	});

	test('the credential: every label is whole and in words', async () => {
		await editor.openNode(`To ${SCREENS[0].words}`);
		const form = new CredentialForm(window.page);
		await form.edit();
		await window.picture('screen credential');
		const labels = await form.labels();
		expect(labels).toEqual(expect.arrayContaining(['Environment', 'Token', 'Organization ID']));
		expect(labels.filter((label) => WIRE_NAME.test(label))).toEqual([]);
	});

	test('nothing went wrong in the browser or in n8n on our account', async () => {
		expect(window.errors).toEqual([]);
		expect(await instance.ourErrors()).toEqual([]);
	});
});
