import type { IWorkflowBase } from 'n8n-workflow';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(__dirname, '../..');

/** Every page that people read: path from the root of the repository. */
export const PAGES = [
	...pagesIn('.'),
	...readdirSync(path.join(ROOT, 'docs')).flatMap((folder) => pagesIn(`docs/${folder}`)),
	...pagesIn('examples'),
];

function pagesIn(folder: string): string[] {
	const names = readdirSync(path.join(ROOT, folder)).filter((name) => name.endsWith('.md'));
	return names.map((name) => path.posix.join(folder, name)).sort();
}

export const textOf = (page: string): string => readFileSync(path.join(ROOT, page), 'utf8');

export const EXAMPLES = readdirSync(path.join(ROOT, 'examples'))
	.filter((file) => file.endsWith('.json'))
	.map((file) => JSON.parse(textOf(`examples/${file}`)) as Pick<IWorkflowBase, 'name' | 'nodes'>);

const withoutCode = (text: string): string => text.replace(/^( *)```.*?^\1```$/gms, '');

export const linksOf = (page: string): string[] =>
	[...withoutCode(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);

/** What may follow # in a link to the page. */
export const anchorsOf = (page: string): string[] =>
	[...withoutCode(textOf(page)).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replace(/\s/g, '-'),
	);

/** The output items that pages show, each under a note that says of what: "<!-- sample: Node resource/operation -->". */
export const samplesOnPages = (): Array<{
	page: string;
	node: string;
	what: string;
	sample: Record<string, unknown>;
}> =>
	PAGES.flatMap((page) =>
		[...textOf(page).matchAll(/<!-- sample: (\w+) ([\w/]+) -->\n\n```json\n(.*?)```/gs)].map(
			([, node, what, json]) => ({
				page,
				node,
				what,
				sample: JSON.parse(json) as Record<string, unknown>,
			}),
		),
	);
