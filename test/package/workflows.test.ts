import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '..', '..', '.github', 'workflows');
const workflows = readdirSync(FOLDER).map((name) => ({
	name,
	text: readFileSync(join(FOLDER, name), 'utf8'),
}));
const stepsOf = (text: string) =>
	Array.from(text.matchAll(/^\s+- (uses|run): (.*)$/gm), ([, , step]) => step);

describe('The workflows of the repository', () => {
	it.each(workflows)('$name uses every action by its commit', ({ text }) => {
		const actions = Array.from(text.matchAll(/uses: (\S+)/g), ([, action]) => action);
		expect(actions).not.toEqual([]);
		for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
	});

	it('publish with provenance in a job that runs nothing but that', () => {
		const publish = workflows.find(({ name }) => name === 'publish.yml')!.text;
		const [before, job] = publish.split(/^ {2}publish:$/m);
		expect(before).not.toContain('id-token');
		expect(job).toContain('id-token: write');
		expect(stepsOf(job)).toEqual([
			expect.stringMatching(/^actions\/setup-node@/),
			expect.stringMatching(/^actions\/download-artifact@/),
			'npm publish --ignore-scripts --provenance --access public package/*.tgz',
		]);
		expect(before).toContain('node scripts/audit.mjs --release');
	});
});
