import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page, selectors } from 'playwright-core';
import { runToEnd } from '../../../host/processes';
import { output } from './instance';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function installedChromium(): string | undefined {
	const folders = (process.env.PATH ?? '').split(path.delimiter);
	const candidates = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
	return [process.env.CHROMIUM_PATH, ...candidates].find(
		(file): file is string => file !== undefined && existsSync(file),
	);
}

/** This machine's Chromium; Debian's package is installed when there is none and we may. */
async function chromiumPath(): Promise<string> {
	const installed = installedChromium();
	if (installed) return installed;
	if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
		throw new Error(
			'The editor tests need Chromium. Install it (on Debian: apt-get install chromium), or set CHROMIUM_PATH to its program.',
		);
	}
	await runToEnd('apt-get', ['update']);
	await runToEnd('apt-get', [
		'install',
		'-y',
		'--no-install-recommends',
		'chromium',
		'fonts-liberation',
	]);
	return installedChromium() ?? 'chromium';
}

/** Servers outside, which n8n's editor asks too, and the schemas that n8n's own nodes lack. */
const NOT_OURS = /^(?!https?:\/\/127\.0\.0\.1|$)|\/schemas\/n8n-nodes-base\./;

/** A browser window, and what went wrong in it. */
export class Window {
	/** What the page's console reports as an error that may be ours: see NOT_OURS. */
	readonly errors: string[] = [];

	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
	) {
		this.watch(page);
	}

	static async open(viewport = { width: 1440, height: 900 }): Promise<Window> {
		selectors.setTestIdAttribute('data-test-id');
		const browser = await chromium.launch({
			executablePath: await chromiumPath(),
			args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
		});
		const context = await browser.newContext({ viewport });
		const page = await context.newPage();
		page.setDefaultTimeout(30_000);
		return new Window(browser, page);
	}

	/** Another tab of the same person. */
	async tab(address: string): Promise<Page> {
		const page = await this.page.context().newPage();
		this.watch(page);
		await page.goto(address);
		return page;
	}

	private watch(page: Page): void {
		page.on('pageerror', (error) => this.errors.push(error.message));
		page.on('console', (message) => {
			const { url } = message.location();
			if (message.type() === 'error' && !NOT_OURS.test(url)) {
				this.errors.push(`${message.text()} (${url})`);
			}
		});
	}

	/** Beside the picture, the labels of the fields in it, which scripts/screenshots.mjs keeps. */
	async picture(name: string, page = this.page): Promise<void> {
		await page.screenshot({ path: output(`${name}.png`) });
		const labels = await page.locator('[data-test-id=input-label] label').allInnerTexts();
		const texts = labels.map((label) => label.split('\n')[0].trim()).filter(Boolean);
		writeFileSync(output(`${name}.json`), JSON.stringify(texts));
	}

	async close(): Promise<void> {
		await this.browser.close();
	}
}
