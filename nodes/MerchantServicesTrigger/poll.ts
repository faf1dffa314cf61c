import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { Session, Transport } from '../shared/transport';
import { calendarAt } from './events/invoiceStatus/dates';
import { HttpInvoiceService } from './events/invoiceStatus/httpService';
import type { InvoiceEvent } from './events/invoiceStatus/events';
import { pollInvoices } from './events/invoiceStatus/watch';
import type { Start } from './events/start';
import { exampleInvoice, exampleReport } from './examples';
import { invoiceItem } from './invoiceItems';
import { Memory, originOf } from './memory';
import { readCollection, readNumber, readText } from './parameters';
import type { Polled } from './pollReports';
import { pollReports } from './pollReports';
import { reportOutput } from './reportItems';
import { readInvoiceSettings, readReportSettings, type EventName } from './settings';
import { timeKeeper } from './time';

/** An event the trigger can watch for: what decides the state, an example of it, and a poll. */
interface Watched {
	origin: unknown[];
	example(): Promise<INodeExecutionData[]>;
	poll(state: unknown, start: Start | undefined): Promise<Polled<unknown>>;
}

const NOW: Start = { kind: 'now' };

/** A state of another shape than the code expects must not be read. */
const STATE_VERSION = 2;

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const session = new Session(context);
	const transport = new Transport(session, patienceOf(context));
	const event = context.getNodeParameter('event') as EventName;
	const watched =
		event === 'newReport' ? watchReports(context, transport) : watchInvoices(context, transport);
	if (context.getMode() === 'manual') return [await watched.example()];

	const { address, organizationId } = await session.connection('Watch');
	const credential = context.getNode().credentials?.merchantApi.id;
	const origin = originOf(
		STATE_VERSION,
		event,
		credential,
		address.href,
		organizationId,
		...watched.origin,
	);
	const memory = new Memory(context, origin);
	return (
		(await memory.exclusively(async () => {
			const { state, isOfOtherSettings } = memory.read();
			// Other settings begin anew without handing over what exists: it may have been handed over before.
			const { items, state: next } = await watched.poll(state, isOfOtherSettings ? NOW : undefined);
			memory.write(next);
			return items.length === 0 ? null : [items];
		})) ?? null
	);
}

function patienceOf(context: IPollFunctions) {
	const { attempts, timeout, retryPause } = readCollection(context, 'options');
	return {
		attempts: readNumber(attempts, 4),
		timeout: readNumber(timeout, 60) * 1000,
		pause: readNumber(retryPause, 500),
	};
}

function watchReports(context: IPollFunctions, transport: Transport): Watched {
	const settings = readReportSettings(context);
	const organizationId = readText(readCollection(context, 'reportFilters').organizationId);
	const output = reportOutput(context, transport, organizationId);
	const outOfTime = timeKeeper(context);
	return {
		origin: [settings.filters, organizationId],
		example: async () => await exampleReport(context, transport, organizationId, settings, output),
		poll: async (state, start = settings.start) =>
			await pollReports(state as Parameters<typeof pollReports>[0], {
				transport,
				organizationId,
				settings: { ...settings, start },
				output,
				outOfTime,
			}),
	};
}

function watchInvoices(context: IPollFunctions, transport: Transport): Watched {
	const settings = readInvoiceSettings(context);
	const service = new HttpInvoiceService(transport);
	const output = context.getNodeParameter('invoiceOutput', 'summary') as 'summary' | 'full';
	const now = Date.now();
	const { today } = calendarAt(now, settings.zone);
	const asItem = (event: InvoiceEvent) => invoiceItem(event, output, today);
	return {
		origin: [{ ...settings.filters, expiresWithinDays: undefined }, settings.numbers],
		example: async () => [asItem(await exampleInvoice(context, service, settings))],
		poll: async (state, start = settings.start) => {
			const { events, state: next } = await pollInvoices(
				state as Parameters<typeof pollInvoices>[0],
				{ service, settings: { ...settings, start }, now, outOfTime: timeKeeper(context) },
			);
			return { items: events.map(asItem), state: next };
		},
	};
}
