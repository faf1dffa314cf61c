import type { SandboxOptions } from '../../sandbox';
import { createMany } from './journeys/createMany';
import { downloadByName } from './journeys/downloadByName';
import type { Journey } from './journeys/journey';
import { listEverything } from './journeys/listEverything';
import { purchasesOfMonth } from './journeys/purchasesOfMonth';
import { nodesWithout, type Undoing } from './mutant';
import { travel } from './travel';

interface Defense extends Undoing {
	defense: string;
	journey: Journey;
	dialect: SandboxOptions['dialect'];
}

const PAGING = 'nodes/shared/service/paging';
const ANSWERS = 'nodes/shared/service/answers';
const PURCHASES = 'nodes/MerchantReporting/actions/onDemandReport/purchaseRefundPages';

/** Each defense, undone by the smallest change, and a journey that it keeps from being silently wrong. */
const DEFENSES: readonly Defense[] = [
	{
		defense: 'the next page begins after what the last one held',
		file: PAGING,
		from: 'offset += Math.max(1, before.length - overlap);',
		to: 'offset += pageSize;',
		journey: listEverything,
		dialect: 'invoicePageSize=20-untold,invoiceTotal=missing',
	},
	{
		defense: 'an offset that counts pages is found out',
		file: PAGING,
		from: 'this.offsetCounts === undefined && this.start === 0 && this.size > 0 && !this.isWhole',
		to: 'false',
		journey: listEverything,
		dialect: 'invoiceOffset=pages,invoiceTotal=missing',
	},
	{
		defense: 'a total may be of the page',
		file: PAGING,
		from: 'const mayBeOfPage = length > 0 && total === length && this.mayBeFull(length, limit);',
		to: 'const mayBeOfPage = false;',
		journey: listEverything,
		dialect: 'invoiceTotal=of-page',
	},
	{
		defense: 'an entry that comes again is left out',
		file: PAGING,
		from: 'return this.met.add(this.paging.identify(entry)).size > size;',
		to: 'this.met.add(this.paging.identify(entry)); return true;',
		journey: listEverything,
		dialect: 'invoicePaging=repeated',
	},
	{
		defense: 'what may be missing is said',
		file: PAGING,
		from: 'if (doubt !== undefined) paging.onDoubt?.(doubt);',
		to: '',
		journey: purchasesOfMonth,
		dialect: 'purchasePaging=moved',
	},
	{
		defense: 'two entries that say the same are one',
		file: ANSWERS,
		from: 'return distinct((entries as unknown[]).filter(isRecord));',
		to: 'return (entries as unknown[]).filter(isRecord);',
		journey: listEverything,
		dialect: 'reportRepeats=twice',
	},
	{
		defense: 'a reason may say that all is well',
		file: ANSWERS,
		from: '!IS_WELL.test(reason) &&',
		to: '',
		journey: downloadByName,
		dialect: 'reportWriteAnswer=body',
	},
	{
		defense: 'an answer without an invoice number is no invoice',
		file: 'nodes/shared/service/invoicing',
		from: "const isNumbered = invoiceNumberOf(whole) !== '';",
		to: 'const isNumbered = true;',
		journey: createMany,
		dialect: 'errorStatus=always-200,duplicateInvoice=400-plain',
	},
	{
		defense: 'a short page of purchases may have been cut',
		file: PURCHASES,
		from: ' && !mayBeCut(count)',
		to: '',
		journey: purchasesOfMonth,
		dialect: 'purchasePageSize=20-untold',
	},
	{
		defense: 'a page of purchases may count something else than requests',
		file: PURCHASES,
		from: '(pageResults ?? count) === count && ',
		to: '',
		journey: purchasesOfMonth,
		dialect: 'purchaseLimit=entries',
	},
];

describe('without a defense a journey is silently wrong:', () => {
	it.each(DEFENSES)('$defense', async ({ journey, dialect, ...undoing }) => {
		const { verdict } = await travel(nodesWithout(undoing), journey, dialect);
		expect(verdict).toBe('wrong');
	});
});
