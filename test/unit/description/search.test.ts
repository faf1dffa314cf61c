import invoicing from '../../../nodes/MerchantInvoicing/MerchantInvoicing.node.json';
import reporting from '../../../nodes/MerchantReporting/MerchantReporting.node.json';
import trigger from '../../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node.json';

/** That of n8n's node panel. */
const { sublimeSearch } = jest.requireActual<{
	sublimeSearch: <Item>(words: string, items: Item[]) => Array<{ score: number; item: Item }>;
}>('@n8n/utils/search/sublime-search');

const NODES = [
	{ displayName: 'Merchant Services Trigger', codex: trigger },
	{ displayName: 'Merchant Reporting', codex: reporting },
	{ displayName: 'Merchant Invoicing', codex: invoicing },
].map((properties) => ({ properties }));

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
		const [first, second] = sublimeSearch(words, NODES);
		expect(first.item.properties.displayName).toBe(displayName);
		// A tie would be decided by the order in which n8n happens to list them.
		expect(first.score).toBeGreaterThan((second as typeof first | undefined)?.score ?? -Infinity);
	});

	it.each(['refunds', 'chargebacks', 'deposit'])('invoicing is not found by %s', (words) => {
		const found = sublimeSearch(words, NODES).map(({ item }) => item.properties.displayName);
		expect(found).not.toContain('Merchant Invoicing');
	});
});
