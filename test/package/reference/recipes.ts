import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { ROOT } from '../pages';
import { page } from './markdown';

interface ExampleWorkflow {
	name: string;
	nodes: Array<{ type: string; parameters: { content?: string } }>;
}

interface Recipe {
	file: string;
	/** "01 Bill orders" */
	name: string;
	/** The paragraphs of the note on the canvas, without its heading. */
	note: string[];
}

function recipeOf(file: string): Recipe {
	const text = readFileSync(path.join(ROOT, 'examples', file), 'utf8');
	const { name, nodes } = JSON.parse(text) as ExampleWorkflow;
	const note = nodes.find(({ type }) => type.endsWith('.stickyNote'))?.parameters.content ?? '';
	return { file, name, note: note.replace(/^##.*\n/, '').split(/\n{2,}/) };
}

/** What every example needs: the page says it once. */
const CREDENTIAL = 'a Merchant API credential. `npm start` has one for the sandbox.';

const ownNeeds = (paragraph: string): string =>
	paragraph.replace(`**It needs:** ${CREDENTIAL}`, '').trim();

const text = ({ file, name, note }: Recipe): string =>
	[`## ${name}`, ...note.map(ownNeeds).filter(Boolean), `[${file}](../../examples/${file})`].join(
		'\n\n',
	);

/** What each example does, needs and lets you change: its own note says it. */
export const recipesPage = (): string =>
	page(
		'Recipes',
		[
			'Every example workflow: what it does, what to change, and what it needs besides a Merchant API credential.',
			'To use one, download its file. In n8n, open a new workflow, open the menu at the top right, and select **Import > From file**. Then choose your credential in each node that asks for it.',
			'With `npm start` all of them are in your list of workflows already, and run against the local sandbox.',
			'![A workbook with totals that an example made](../images/workbook.png)',
		].join('\n\n'),
		...readdirSync(path.join(ROOT, 'examples'))
			.filter((file) => file.endsWith('.json'))
			.map(recipeOf)
			.sort((a, b) => a.name.localeCompare(b.name, 'en'))
			.map(text),
	);
