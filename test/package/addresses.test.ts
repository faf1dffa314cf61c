import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MerchantApi } from '../../credentials/MerchantApi.credentials';
import { MerchantOAuth2Api } from '../../credentials/MerchantOAuth2Api.credentials';
import packageJson from '../../package.json';
import { placeholdersIn } from '../../scripts/addresses';
import { ROOT } from './pages';

const HOME = packageJson.homepage.replace(/#.*$/, '');

const links = [
	...[new MerchantApi(), new MerchantOAuth2Api()].map(({ name, documentationUrl }) => ({
		where: name,
		url: documentationUrl,
	})),
	...readdirSync(path.join(ROOT, 'nodes')).flatMap((node) => {
		const file = path.join(ROOT, 'nodes', node, `${node}.node.json`);
		if (!existsSync(file)) return [];
		const urls = readFileSync(file, 'utf8').matchAll(/"url": "([^"]+)"/g);
		return [...urls].map(([, url]) => ({ where: node, url }));
	}),
];

describe('The addresses of the project', () => {
	it('are in package.json: the repository is where the homepage is', () => {
		expect(packageJson.repository.url).toBe(`git+${HOME}.git`);
	});

	it.each(links)('$where links to a page of the repository: $url', ({ url }) => {
		const pages = `${HOME}/blob/main/`;
		expect(url.startsWith(pages)).toBe(true);
		expect(existsSync(path.join(ROOT, url.slice(pages.length)))).toBe(true);
	});
});

describe('A release', () => {
	const REAL = {
		homepage: 'https://github.com/example/payments#readme',
		author: { email: 'team@example.com' },
		repository: { url: 'git+https://github.com/example/payments.git' },
	};

	it('is refused while an address is a placeholder, and names it', () => {
		const author = { email: 'maintainers@n8n-nodes-merchant-services.dev' };
		expect(placeholdersIn({ ...REAL, author })).toEqual(['author.email']);
		const homepage =
			'https://github.com/n8n-nodes-merchant-services/n8n-nodes-merchant-services#readme';
		expect(placeholdersIn({ ...REAL, homepage })).toEqual(['homepage']);
	});

	it('is not refused for real addresses', () => {
		expect(placeholdersIn(REAL)).toEqual([]);
	});

	it('looks at them in the step that the publish workflow runs', () => {
		const audit = readFileSync(path.join(ROOT, 'scripts/audit.mjs'), 'utf8');
		expect(audit).toContain("process.argv.includes('--release')");
		expect(audit).toContain('placeholdersIn(');
	});
});
