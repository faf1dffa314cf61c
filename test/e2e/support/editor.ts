import type { Locator, Page } from 'playwright-core';
import { OWNER } from '../../../host/rest';

/** What we ask of an element in the page. */
interface Shown {
	scrollWidth: number;
	clientWidth: number;
	scrollHeight: number;
	clientHeight: number;
	innerText: string;
	value?: string;
}

const cutOff = async (texts: Locator): Promise<string[]> =>
	await texts.evaluateAll((elements: Shown[]) =>
		elements
			.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
			.map(({ value, innerText }) => value ?? innerText),
	);

/** Texts of several lines: n8n hides the lines that are too many. */
const cutBelow = async (texts: Locator): Promise<string[]> =>
	await texts.evaluateAll((elements: Shown[]) =>
		elements
			.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
			.map(({ innerText }) => innerText),
	);

/** n8n's editor in a browser, in the words of someone who uses it. */
export class Editor {
	constructor(
		readonly page: Page,
		private readonly address: string,
	) {}

	private at(testId: string): Locator {
		return this.page.getByTestId(testId);
	}

	async logIn(): Promise<void> {
		await this.page.goto(`${this.address}/signin`);
		await this.page.locator('input[name=emailOrLdapLoginId]').fill(OWNER.email);
		await this.page.locator('input[type=password]').fill(OWNER.password);
		await this.page.getByRole('button', { name: 'Sign in' }).click();
		await this.page.waitForURL(/\/(home|workflow)/);
	}

	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.address}/workflow/new`);
		await this.at('canvas-plus-button').waitFor();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.address}/workflow/${id}`);
		await this.at('canvas-node').first().waitFor();
	}

	private offer(name: string): Locator {
		return this.at('node-creator-item-name').getByText(name, { exact: true }).first();
	}

	/** Searches the node panel, and waits until it offers the node. */
	async findNode(words: string, node: string): Promise<void> {
		const field = this.at('node-creator-search-bar');
		if (!(await field.isVisible())) await this.at('node-creator-plus-button').click();
		await field.fill(words);
		await this.offer(node).waitFor();
	}

	/** Picks a node, then one of its actions, from the panel; the node opens. */
	async addAction(node: string, action: string): Promise<void> {
		await this.findNode(node, node);
		await this.offer(node).click();
		await this.offer(action).click();
		await this.at('node-parameters').waitFor();
	}

	async openNode(name: string): Promise<void> {
		await this.page.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`).dblclick();
		await this.at('node-parameters').waitFor();
	}

	async closeNode(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.at('node-parameters').waitFor({ state: 'hidden' });
	}

	private get subtitleTexts(): Locator {
		return this.page.locator('[data-test-id=canvas-node] [class*=subtitle]');
	}

	/** What the canvas says under the name of each node. */
	async subtitles(): Promise<string[]> {
		return (await this.subtitleTexts.allInnerTexts()).map((text) => text.trim());
	}

	async cutOffSubtitles(): Promise<string[]> {
		return await cutOff(this.subtitleTexts);
	}

	/** Until no field waits for values of the service any more. */
	async untilLoaded(): Promise<void> {
		await this.at('node-parameters')
			.locator('.el-select input:disabled')
			.first()
			.waitFor({ state: 'detached' });
	}

	/** Names of the fields that the opened node shows. */
	async fieldLabels(): Promise<string[]> {
		const labels = this.at('node-parameters').getByTestId('input-label').locator('label');
		return (await labels.allInnerTexts()).map((label) => label.split('\n')[0].trim());
	}

	field(name: string): Locator {
		return this.at(`parameter-input-${name}`);
	}

	private get options(): Locator {
		return this.page.locator('.el-select-dropdown__item:visible');
	}

	/** Opens a dropdown and types into it; returns what is left to choose from. */
	async searchField(name: string, words: string): Promise<string[]> {
		const field = this.field(name).locator('.el-select').first();
		// The service is still being asked for its values.
		await field.locator('input:disabled').waitFor({ state: 'detached' });
		await field.click();
		await this.options.first().waitFor();
		if (words) await this.page.keyboard.type(words, { delay: 50 });
		await this.options
			.filter({ hasText: new RegExp(words.replace(/[^\w\s]/g, '\\$&'), 'i') })
			.first()
			.waitFor();
		return await this.options.allInnerTexts();
	}

	/** Descriptions of the choices in the opened dropdown that are not shown to their end. */
	async cutOffDescriptions(): Promise<string[]> {
		return await cutBelow(this.options.locator('.option-description'));
	}

	async pick(option: string): Promise<void> {
		await this.options
			.filter({ hasText: option.split('\n')[0] })
			.first()
			.click();
	}

	/** A list from which several can be picked stays open. */
	async pickMany(option: string): Promise<void> {
		await this.pick(option);
		await this.at('node-title-container').click();
	}

	async choose(name: string, option: string): Promise<void> {
		await this.searchField(name, '');
		await this.pick(option);
	}

	async fillLocator(name: string, text: string): Promise<void> {
		await this.at(`resource-locator-${name}`).getByTestId('rlc-input').fill(text);
	}

	/** Opens the list of a resource locator, searches it, and tells what it offers. */
	async searchLocator(name: string, words: string): Promise<string[]> {
		const locator = this.at(`resource-locator-${name}`);
		await locator.getByTestId('rlc-input').click();
		const items = this.at('rlc-item');
		await items.first().waitFor();
		await this.at('rlc-search').fill(words);
		await this.page.waitForResponse((response) =>
			response.url().includes('resource-locator-results'),
		);
		await items.first().waitFor();
		return await items.allInnerTexts();
	}

	async pickLocated(text: string): Promise<void> {
		await this.at('rlc-item').getByText(text, { exact: true }).first().click();
	}

	async fill(name: string, text: string): Promise<void> {
		await this.field(name).locator('input, textarea').first().fill(text);
	}

	/** Types a day into a field for date and time. */
	async fillDay(name: string, day: string): Promise<void> {
		await this.fill(name, day);
		await this.page.keyboard.press('Enter');
	}

	/** Runs the opened node and waits for its output or its error. */
	async execute(): Promise<void> {
		await this.at('node-execute-button').click();
		await this.page
			.getByTestId('ndv-items-count')
			.or(this.at('node-error-message'))
			.or(this.at('output-panel').getByText('No output data returned'))
			.last()
			.waitFor({ timeout: 60_000 });
		// The output may be there before n8n has ended the run, and a second one would fail until then.
		await this.at('node-execute-button')
			.locator('xpath=descendant-or-self::*[@aria-busy="true"]')
			.first()
			.waitFor({ state: 'detached' });
	}

	async showOutputAs(view: 'Schema' | 'Table' | 'JSON'): Promise<void> {
		await this.at('output-panel').getByText(view, { exact: true }).click();
	}

	async outputText(): Promise<string> {
		return await this.at('output-panel').innerText();
	}

	/** The executions of a workflow, once one has succeeded. */
	async openExecutions(workflowId: string): Promise<void> {
		await this.page.goto(`${this.address}/workflow/${workflowId}/executions`);
		await this.page
			.getByText(/Succeeded/)
			.first()
			.waitFor();
	}

	/** Opens a node in the latest execution of a workflow, with what it put out. */
	async openExecutedNode(workflowId: string, name: string): Promise<void> {
		await this.openExecutions(workflowId);
		await this.openNode(name);
		await this.at('ndv-items-count').waitFor();
	}

	/** Labels and ways to pick that do not fit where they stand. */
	async cutOffTexts(): Promise<string[]> {
		const texts = this.at('node-parameters').locator(
			'[data-test-id=input-label] label, [data-test-id=rlc-mode-selector] input',
		);
		return await cutOff(texts);
	}
}
