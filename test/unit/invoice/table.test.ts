import { planInvoiceTable } from '../../../nodes/MerchantInvoicing/invoice/table';

const plan = planInvoiceTable(['due date']);
const namesOf = (columns: ReadonlyArray<{ name: string }>) => columns.map(({ name }) => name);

it.each([
	['number', ['daysUntilDue', 'discountPercent', 'taxRate', 'lineItemCount']],
	['time', ['dueDate', 'expirationDate', 'createdDate', 'submitTimeUtc']],
])('a spreadsheet of invoices has as %s %j', (kind, names) => {
	expect(namesOf(plan.columns.filter((column) => column.kind === kind))).toEqual(names);
});

it('a spreadsheet of invoices adds up all amounts but the smallest part that can be paid', () => {
	const amounts = namesOf(plan.columns).filter((name) => name.endsWith('Amount'));
	expect(namesOf(plan.summed)).toEqual(amounts.filter((name) => name !== 'minimumPartialAmount'));
});
