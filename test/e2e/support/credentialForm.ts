import type { Locator, Page } from 'playwright-core';

/** n8n's form for a credential of ours. */
export class CredentialForm {
	constructor(private readonly page: Page) {}

	private get form(): Locator {
		return this.page.getByTestId('editCredential-modal');
	}

	async open(): Promise<void> {
		await this.page.getByTestId('node-credentials-empty-state').getByRole('button').click();
		await this.form.waitFor();
	}

	/** Opens the credential that the node has. */
	async edit(): Promise<void> {
		await this.page.getByTestId('credential-edit-button').click();
		await this.form.getByTestId('parameter-input-token').waitFor();
	}

	async labels(): Promise<string[]> {
		const labels = this.form.locator('label');
		return (await labels.allInnerTexts()).map((label) =>
			label.split('\n')[0].replace('*', '').trim(),
		);
	}

	async choose(name: string, option: string): Promise<void> {
		await this.form.getByTestId(`parameter-input-${name}`).locator('input').click();
		await this.page
			.locator('.el-select-dropdown__item:visible')
			.filter({ hasText: option })
			.click();
	}

	async fill(name: string, text: string): Promise<void> {
		await this.form.getByTestId(`parameter-input-${name}`).locator('input').fill(text);
	}

	/** Saves a credential that the service refuses, and tells what n8n says of it. */
	async saveRefused(): Promise<string> {
		await this.form.getByTestId('credential-save-button').click();
		await this.form.getByText('More details').click();
		return await this.form.getByTestId('node-credentials-config-container').innerText();
	}

	/** Saves a credential that the service accepts: n8n closes the form, and says so when it is opened again. */
	async saveAccepted(): Promise<void> {
		await this.form.getByTestId('credential-save-button').click();
		await this.form.waitFor({ state: 'hidden' });
		await this.page.getByTestId('credential-edit-button').click();
		await this.form.getByText('Connection tested successfully').waitFor();
	}

	async close(): Promise<void> {
		await this.form.getByRole('button', { name: 'Close' }).click();
		await this.form.waitFor({ state: 'hidden' });
	}
}
