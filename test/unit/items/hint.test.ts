import type { NodeExecutionHint } from 'n8n-workflow';
import { showHint } from '../../../nodes/shared/node/output';
import { secretsOfRun } from '../../../nodes/shared/transport/secrets';

it('a hint shows the words of the service as text, and no secret', () => {
	const hints: NodeExecutionHint[] = [];
	const context = { addExecutionHints: (...more: NodeExecutionHint[]) => void hints.push(...more) };
	secretsOfRun(context).add(['a-secret-of-the-run']);
	showHint(context, '<li>Kind</li> &lt; & a-secret-of-the-run', { type: 'info' });
	expect(hints).toEqual([
		{ message: '&lt;li>Kind&lt;/li> &amp;lt; & ***.', type: 'info', location: 'outputPane' },
	]);
});

it.each([
	[1, {}, undefined, '.'],
	[20, {}, { key: 'warnings', summary: '{count} warnings' }, '!'],
	[20, { type: 'info' as const }, undefined, '?'],
	[0, {}, undefined, '…'],
])('the hints of %d rows with %j are shown in the group %j, as "%s"', (rows, more, group, end) => {
	const addExecutionHints = jest.fn();
	const getInputData = () => Array.from({ length: rows }, () => ({ json: {} }));
	const message = `One of its cells is empty${end}`;
	showHint({ addExecutionHints, getInputData }, message, more);
	const [hint] = addExecutionHints.mock.calls[0] as NodeExecutionHint[];
	expect(hint).toEqual({ type: 'warning', ...more, message, location: 'outputPane', group });
});
