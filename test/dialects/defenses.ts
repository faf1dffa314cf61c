import type { SandboxOptions } from '../../sandbox';
import { createMany } from './journeys/createMany';
import { downloadByName } from './journeys/downloadByName';
import type { Journey } from './journeys/journey';
import { listEverything } from './journeys/listEverything';
import { moveInvoices } from './journeys/moveInvoices';
import { orderReport } from './journeys/orderReport';
import { purchasesOfMonth } from './journeys/purchasesOfMonth';
import { triggers } from './journeys/triggers';
import { updateOneField } from './journeys/updateOneField';
import type { Undoing } from './mutant';

export interface Defense extends Undoing {
	/** What holds, in words. */
	defense: string;
	journey: Journey;
	/** Where the journey ends right, or told at worst. */
	dialect: SandboxOptions['dialect'] & string;
	/** How it ends without the defense: silently wrong, or told where it would be right. */
	without: 'wrong' | 'told';
}

const ANSWERS = 'nodes/shared/service/answers';
const INVOICING = 'nodes/shared/service/invoicing';
const NO_DATA = 'nodes/shared/service/noData';
const ONCE = 'nodes/shared/service/once';
const PAGING = 'nodes/shared/service/paging';
const REPORTING = 'nodes/shared/service/reporting';
const REPORTING_ORDERS = 'nodes/shared/service/reportingOrders';
const REPORTING_ANSWERS = 'nodes/shared/service/reportingAnswers';
const TRANSPORT = 'nodes/shared/transport/transport';
const PURCHASES = 'nodes/MerchantReporting/actions/onDemandReport/purchaseRefundPages';
const ON_DEMAND_ROWS = 'nodes/MerchantReporting/actions/onDemandReport/rows';
const REPORT = 'nodes/MerchantReporting/actions/report/report';
const DOWNLOAD = 'nodes/MerchantReporting/actions/report/downloadByName.operation';
const ORDER = 'nodes/MerchantReporting/actions/report/oneTime/order';
const WAIT = 'nodes/MerchantReporting/actions/report/oneTime/wait';
const CHANGES = 'nodes/MerchantInvoicing/invoice/changes';
const APPLY = 'nodes/MerchantInvoicing/actions/invoice/applyChanges';
const SAME_TEXT = 'nodes/MerchantInvoicing/invoice/sameText';
const LISTING = 'nodes/MerchantInvoicing/actions/invoice/listing';
const WATCHED = 'nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
const CLOCKS = 'nodes/MerchantServicesTrigger/events/invoiceStatus/clocks';
const HISTORY = 'nodes/MerchantServicesTrigger/events/invoiceStatus/history';
const LOOK_BACK = 'nodes/MerchantServicesTrigger/events/newReport/settings';
const SELECT = 'nodes/MerchantServicesTrigger/events/newReport/select';

/** Each defense, undone by the smallest change, and a journey that shows what it is for. */
export const DEFENSES: readonly Defense[] = [
	{
		defense: 'The next page begins after what the last one held.',
		file: PAGING,
		from: 'offset += Math.max(1, (page.results ?? before.length) - overlap);',
		to: 'offset += pageSize;',
		journey: listEverything,
		dialect: 'invoicePageSize=20-untold,invoiceTotal=missing',
		without: 'wrong',
	},
	{
		defense: 'An offset that counts pages is recognized.',
		file: PAGING,
		from: 'this.offsetCounts === undefined && this.start === 0 && this.size > 0 && !this.isWhole',
		to: 'false',
		journey: listEverything,
		dialect: 'invoiceOffset=pages,invoiceTotal=missing',
		without: 'wrong',
	},
	{
		defense: 'A total may be of the page.',
		file: PAGING,
		from: 'const mayBeOfPage = length > 0 && total === length && this.mayBeFull(length, limit);',
		to: 'const mayBeOfPage = false;',
		journey: listEverything,
		dialect: 'invoiceTotal=of-page',
		without: 'wrong',
	},
	{
		defense: 'A service may cut a page at a round number without saying so.',
		file: PAGING,
		from: 'return length >= this.paging.pageSize || length === limit || mayBeCut(length);',
		to: 'return length >= this.paging.pageSize || length === limit;',
		journey: listEverything,
		dialect: 'invoicePageSize=20-untold,invoiceTotal=of-page',
		without: 'wrong',
	},
	{
		defense: 'An entry that comes again is left out.',
		file: PAGING,
		from: 'return this.met.add(id).size > size;',
		to: 'this.met.add(this.paging.identify(entry)); return true;',
		journey: listEverything,
		dialect: 'invoicePaging=repeated',
		without: 'wrong',
	},
	{
		defense: 'A list in a new order for each request is read again until all entries were there.',
		file: PAGING,
		from: 'if (this.isUnstable) return quietReadings >= QUIET_READINGS;',
		to: 'if (this.isUnstable) return true;',
		journey: listEverything,
		dialect: 'invoiceOrder=random',
		without: 'told',
	},
	{
		defense: 'A page that begins with the end of the one before has lost nothing.',
		file: PAGING,
		from: 'const shared = Math.max(overlap, pushedDown(before, ids));',
		to: 'const shared = overlap;',
		journey: purchasesOfMonth,
		dialect: 'purchasePaging=repeated',
		without: 'told',
	},
	{
		defense: 'What may be missing is reported.',
		file: PAGING,
		from: 'if (warning !== undefined) paging.onWarning?.(warning, list.isUnstable);',
		to: '',
		journey: purchasesOfMonth,
		dialect: 'purchasePaging=moved',
		without: 'wrong',
	},
	{
		defense: 'A page of purchases may count something other than requests.',
		file: PURCHASES,
		from: 'if (stated > 0 && stated <= count) return stated;',
		to: 'if (stated > 0) return stated;',
		journey: purchasesOfMonth,
		dialect: 'purchaseLimit=entries',
		without: 'wrong',
	},
	{
		defense:
			'A report whose last line has no end is downloaded again, to see whether it was cut off.',
		file: TRANSPORT,
		from: 'isConfirmed = await this.endsAgain(request, { received, last: edges.last });',
		to: 'void [received, edges];',
		journey: orderReport,
		dialect: 'csvEnd=open',
		without: 'told',
	},
	{
		defense: 'An invoice whose number the service does not return is found in the list.',
		file: INVOICING,
		from: "if (made.outcome === 'unknown' && seen.isUnnumbered) {",
		to: 'if (Date.now() === 0) {',
		journey: createMany,
		dialect: 'createAnswer=202-empty',
		without: 'told',
	},
	{
		defense: 'What happened at the moment that ends a period belongs to the next one.',
		file: ON_DEMAND_ROWS,
		from: 'return at !== undefined && at >= end.toMillis()',
		to: 'return at !== undefined && at > end.toMillis()',
		journey: purchasesOfMonth,
		dialect: 'purchaseEnd=included',
		without: 'wrong',
	},
	{
		defense: 'Two entries that say the same are one.',
		file: ANSWERS,
		from: 'return distinct((entries as unknown[]).filter(isRecord));',
		to: 'return (entries as unknown[]).filter(isRecord);',
		journey: listEverything,
		dialect: 'reportRepeats=twice',
		without: 'wrong',
	},
	{
		defense: 'A reason may say that all is well.',
		file: ANSWERS,
		from: 'return !IS_WELL.test(reason) &&',
		to: 'return',
		journey: downloadByName,
		dialect: 'reportWriteAnswer=body',
		without: 'wrong',
	},
	{
		defense: 'An error with status 200 and without a reason is an error.',
		file: ANSWERS,
		from: "return typeof answer.message === 'string' && isNoMore;",
		to: 'return isNoMore && false;',
		journey: orderReport,
		dialect: 'errorStatus=always-200,reportingNotFound=either',
		without: 'told',
	},
	{
		defense: 'Where the service does not show what it did, the invoice is read.',
		file: INVOICING,
		from: "if (!(answer instanceof ServiceFailure)) return { outcome: 'made', result: answer };",
		to: "return { outcome: 'made', result: {} };",
		journey: moveInvoices,
		dialect: 'actionAnswer=204-empty',
		without: 'wrong',
	},
	{
		defense: 'A first page that is "not found" is an empty list where the service is there.',
		file: INVOICING,
		from: 'if (!(await this.isThere)) throw failure;',
		to: 'throw failure;',
		journey: listEverything,
		dialect: 'invoiceBeyondEnd=not-found',
		without: 'told',
	},
	{
		defense: 'A total that does not follow the status in the query is no reason for a warning.',
		file: INVOICING,
		from: 'const countsMore = total !== undefined && whole?.total === total;',
		to: 'const countsMore = total === undefined && whole === undefined;',
		journey: listEverything,
		dialect: 'invoiceTotal=of-everything',
		without: 'told',
	},
	{
		defense: 'An order that changes is a reason for a warning, whatever the total counts.',
		file: INVOICING,
		from: 'else if (warning.isUnstable) onWarning?.(UNSTABLE);',
		to: 'void UNSTABLE;',
		journey: listEverything,
		dialect:
			'invoicePageSize=20-told,invoiceOffset=pages,invoiceTotal=of-everything,invoicePaging=moved',
		without: 'wrong',
	},
	{
		defense: 'A number that is refused is looked up, whatever the refusal says.',
		file: ONCE,
		from: 'const MAY_BE_DONE_BEFORE = [400, 409, 422];',
		to: 'const MAY_BE_DONE_BEFORE: number[] = [];',
		journey: createMany,
		dialect: 'duplicateInvoice=409-conflict',
		without: 'told',
	},
	{
		defense: 'Another invoice with the same number is not taken for the one that was sent.',
		file: CHANGES,
		from: ': !sameValue(fields[name], one, other);',
		to: ': false;',
		journey: createMany,
		dialect: 'duplicateInvoice=422-unprocessable',
		without: 'told',
	},
	{
		defense: 'Text counts as the same where a service keeps it in another form.',
		file: SAME_TEXT,
		from: 'return whole === kept || (kept.length >= SHORTEST_CUT && whole.startsWith(kept));',
		to: 'return sent === stored;',
		journey: createMany,
		dialect: 'invoiceText=nfc',
		without: 'told',
	},
	{
		defense: 'Text that comes back with HTML entities is sent back without them.',
		file: APPLY,
		from: 'const plain = withPlainText(draft, fromInvoice(before).draft);',
		to: 'const plain = draft;',
		journey: updateOneField,
		dialect: 'invoiceText=html-escaped',
		without: 'told',
	},
	{
		defense: 'Fields that nobody knows survive an update.',
		file: CHANGES,
		from: 'unknown: present.unknown,',
		to: 'unknown: undefined,',
		journey: updateOneField,
		dialect: 'invoiceUnknownFields=kept',
		without: 'wrong',
	},
	{
		defense: 'Custom field values that come back survive an update.',
		file: CHANGES,
		from: "own.length > 0 ? own : cleared.includes('customFields') ? [] : present.customFields,",
		to: 'own,',
		journey: updateOneField,
		dialect: 'invoiceCustomFields=returned',
		without: 'wrong',
	},
	{
		defense: 'An entry of the list that lacks something is read by itself.',
		file: LISTING,
		from: 'const isSparse = !page.every(showsEnough);',
		to: 'const isSparse = false;',
		journey: listEverything,
		dialect: 'invoiceEntries=no-amounts',
		without: 'wrong',
	},
	{
		defense: '"Not found" with status 200 is "not found".',
		file: REPORTING,
		from: 'if (isSuccess && saysNotThere(complaint))',
		to: 'if (false)',
		journey: orderReport,
		dialect: 'errorStatus=always-200',
		without: 'told',
	},
	{
		defense: 'A 404 says in many words that there are no transactions.',
		file: NO_DATA,
		from: "return noData ? 'noData' : 'noSuchThing';",
		to: "return 'noSuchThing';",
		journey: purchasesOfMonth,
		dialect: 'reportingNotFound=no-transactions',
		without: 'told',
	},
	{
		defense: 'Where three reports are being made is counted, whatever a refusal says.',
		file: REPORTING_ORDERS,
		from: "if (unfinished >= AT_A_TIME) return { outcome: 'noPlace', failure };",
		to: '',
		journey: orderReport,
		dialect: 'reportLimit=400-plain',
		without: 'told',
	},
	{
		defense: 'An attribute with a number as its id is asked for by its name.',
		file: REPORTING_ANSWERS,
		from: '(/^\\d*$/.test(textIn(id)) && textIn(name)) || textIn(id);',
		to: 'textIn(id);',
		journey: downloadByName,
		dialect: 'attributeIds=numbers',
		without: 'told',
	},
	{
		defense: 'A status counts in any case.',
		file: REPORTING_ANSWERS,
		from: '(textIn(reportStatus) || textIn(status)).toUpperCase();',
		to: 'textIn(reportStatus) || textIn(status);',
		journey: orderReport,
		dialect: 'reportEnumCase=lower',
		without: 'told',
	},
	{
		defense: 'An ordered report is found where its end is the last second of the period.',
		file: ORDER,
		from: 'return time === wanted || (isWhole && time < wanted && time >= wanted - 1000);',
		to: 'return time === wanted;',
		journey: orderReport,
		dialect: 'reportEnd=last-second',
		without: 'told',
	},
	{
		defense: 'An ordered report is found where a list leaves out what ends with its own end.',
		file: ORDER,
		from: 'window.end.plus({ seconds: 1 })',
		to: 'window.end',
		journey: orderReport,
		dialect: 'reportWindow=end-excluded',
		without: 'told',
	},
	{
		defense: 'Where the details of a report do not say its status, the list does.',
		file: WAIT,
		from: "const hasStatus = details?.kind === 'found' && reportStatusOf(details.body) !== '';",
		to: "const hasStatus = details?.kind === 'found';",
		journey: orderReport,
		dialect: 'reportDetails=no-status',
		without: 'told',
	},
	{
		defense: 'The newest report is known by its period where the times of making are missing.',
		file: REPORT,
		from: 'instant(reportEndTime) ??\n\tinstant(reportStartTime) ??',
		to: '',
		journey: downloadByName,
		dialect: 'reportEntries=no-times',
		without: 'wrong',
	},
	{
		defense: 'A day without transactions is known by the list, whatever a 404 says.',
		file: DOWNLOAD,
		from: "const isEmpty = ofDate.some(({ report }) => reportStatusOf(report) === 'NO_DATA');",
		to: 'const isEmpty = false;',
		journey: downloadByName,
		dialect: 'reportingNotFound=html',
		without: 'told',
	},
	{
		defense: 'Reports are looked for further back than the last poll.',
		file: LOOK_BACK,
		from: 'lookBackHours: readCountOption(fields, lookBackOption),',
		to: 'lookBackHours: 0,',
		journey: triggers,
		dialect: 'reportListLag=minutes',
		without: 'wrong',
	},
	{
		defense: 'A history that is newest first is turned round.',
		file: WATCHED,
		from: 'if (isNewestFirst(entries)) entries.reverse();',
		to: '',
		journey: triggers,
		dialect: 'invoiceHistory=newest-first',
		without: 'wrong',
	},
	{
		defense: 'A change that is not in the history is an event.',
		file: HISTORY,
		from: 'if (final === undefined || reached === final)',
		to: 'if (reached !== undefined)',
		journey: triggers,
		dialect: 'invoiceHistory=missing',
		without: 'wrong',
	},
	{
		defense: 'The clock of the service may be minutes off.',
		file: CLOCKS,
		from: 'export const CLOCKS_APART = 15 * 60_000;',
		to: 'export const CLOCKS_APART = 0;',
		journey: triggers,
		dialect: 'clock=ahead',
		without: 'wrong',
	},
	{
		defense: 'A status of an invoice counts in any case.',
		file: WATCHED,
		from: 'status: textIn(status).toUpperCase(),',
		to: 'status: textIn(status),',
		journey: triggers,
		dialect: 'invoiceEnumCase=lower',
		without: 'wrong',
	},
	{
		defense: 'A report without a time of completion is handed over once.',
		file: SELECT,
		from: 'if (before === undefined) return true;',
		to: 'if (before === undefined || report.completed === undefined) return true;',
		journey: triggers,
		dialect: 'reportEntries=no-times',
		without: 'wrong',
	},
];
