import { NODES } from './nodes';

/** That of n8n's node panel. */
const { sublimeSearch } = jest.requireActual<{
	sublimeSearch: <Item>(words: string, items: Item[]) => Array<{ score: number; item: Item }>;
}>('@n8n/utils/search/sublime-search');

const LISTED = Object.values(NODES).map(({ node, codex }) => ({
	properties: { displayName: node.description.displayName, codex },
}));

describe('a search in the node panel finds the node that can do it first', () => {
	it.each([
		...[
			...['earned', 'bank', 'deposit', 'payout', 'daily report', 'subscription', 'workbook'],
			...['statement', 'report', 'refunds', 'payment report', 'reconcile', 'reconciliation'],
		].map((words) => [words, 'Merchant Reporting']),
		...[
			...['invoice', 'create invoice', 'send invoice', 'reminder', 'overdue invoices', 'past due'],
			...['receivables', 'who owes'],
		].map((words) => [words, 'Merchant Invoicing']),
		...['invoice paid', 'when paid', 'report ready', 'report available'].map((words) => [
			words,
			'Merchant Services Trigger',
		]),
	])('%s: %s', (words, displayName) => {
		const [first, second] = sublimeSearch(words, LISTED);
		expect(first.item.properties.displayName).toBe(displayName);
		// A tie would be decided by the order in which n8n happens to list them.
		expect(first.score).toBeGreaterThan((second as typeof first | undefined)?.score ?? -Infinity);
	});

	it.each(['refunds', 'chargebacks', 'deposit'])('invoicing is not found by %s', (words) => {
		const found = sublimeSearch(words, LISTED).map(({ item }) => item.properties.displayName);
		expect(found).not.toContain('Merchant Invoicing');
	});
});
