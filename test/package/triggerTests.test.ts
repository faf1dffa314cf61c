import { textOf } from './pages';

const ROW = /^\| [^|]+ \| (\S+\.test\.ts) +\| `([^`]+)` +\|$/gm;

const rows = [...textOf('docs/develop/trigger-protocol.md').matchAll(ROW)].map(
	([, file, name]): [string, string] => [file, name],
);

describe('The table of what each test of the trigger shows', () => {
	it('has a row for each promise', () => {
		expect(rows.length).toBeGreaterThan(40);
	});

	it.each(rows)('names a test that is in %s: %s', (file, name) => {
		expect(textOf(`test/${file}`)).toContain(`'${name}'`);
	});
});
