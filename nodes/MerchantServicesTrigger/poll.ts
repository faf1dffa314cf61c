import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { Session, Transport } from '../shared/transport';
import { UnreadableAnswer } from './events/answer';
import { calendarAt } from './events/invoiceStatus/dates';
import { HttpInvoiceService } from './events/invoiceStatus/httpService';
import type { InvoiceEvent } from './events/invoiceStatus/events';
import { type InvoiceState, isInvoiceState } from './events/invoiceStatus/state';
import { pollInvoices } from './events/invoiceStatus/watch';
import { isReportState, type ReportState } from './events/newReport/reportState';
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
interface Watched<State> {
	origin: unknown[];
	isState: (value: unknown) => value is State;
	example(): Promise<INodeExecutionData[]>;
	poll(state: State | undefined, start: Start | undefined): Promise<Polled<State>>;
}

const NOW: Start = { kind: 'now' };

/** A state of another shape than the code expects must not be read. */
const STATE_VERSION = 2;

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const session = new Session(context);
	const transport = new Transport(session, patienceOf(context));
	const event = context.getNodeParameter('event') as EventName;
	return event === 'newReport'
		? await run(context, session, event, watchReports(context, transport))
		: await run(context, session, event, watchInvoices(context, transport));
}

async function run<State>(
	context: IPollFunctions,
	session: Session,
	event: EventName,
	watched: Watched<State>,
): Promise<INodeExecutionData[][] | null> {
	try {
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
		const items = await memory.exclusively(async () => {
			const { state, begun } = memory.read(watched.isState);
			// What begins anew hands over nothing of what exists: it may have been handed over before.
			const start = begun ? NOW : undefined;
			const polled = await watched.poll(state, start);
			memory.write(polled.state);
			return polled.items;
		});
		return items === undefined || items.length === 0 ? null : [items];
	} catch (error) {
		throw error instanceof UnreadableAnswer ? unreadable(context, error) : error;
	}
}

const unreadable = (context: IPollFunctions, { message }: UnreadableAnswer): NodeOperationError =>
	new NodeOperationError(context.getNode(), `Watch: ${message}`, {
		description:
			'Check the base address in the credential: it may lead to another server. Nothing is lost; the next poll tries again.',
	});

function patienceOf(context: IPollFunctions) {
	const { attempts, timeout, retryPause } = readCollection(context, 'options');
	return {
		attempts: readNumber(attempts, 4),
		timeout: readNumber(timeout, 60) * 1000,
		pause: readNumber(retryPause, 500),
	};
}

function watchReports(context: IPollFunctions, transport: Transport): Watched<ReportState> {
	const settings = readReportSettings(context);
	const organizationId = readText(readCollection(context, 'reportFilters').organizationId);
	const output = reportOutput(context, transport, organizationId);
	const outOfTime = timeKeeper(context);
	return {
		origin: [settings.filters, organizationId],
		isState: isReportState,
		example: async () => await exampleReport(context, transport, organizationId, settings, output),
		poll: async (state, start = settings.start) =>
			await pollReports(state, {
				context,
				transport,
				organizationId,
				settings: { ...settings, start },
				output,
				outOfTime,
			}),
	};
}

function watchInvoices(context: IPollFunctions, transport: Transport): Watched<InvoiceState> {
	const settings = readInvoiceSettings(context);
	const service = new HttpInvoiceService(transport);
	const output = context.getNodeParameter('invoiceOutput', 'summary') as 'summary' | 'full';
	const now = Date.now();
	const { today } = calendarAt(now, settings.zone);
	const asItem = (event: InvoiceEvent) => invoiceItem(event, output, today);
	return {
		origin: [{ ...settings.filters, expiresWithinDays: undefined }, settings.numbers],
		isState: (value): value is InvoiceState =>
			isInvoiceState(value) && (value.ledgers === undefined) === (settings.numbers !== undefined),
		example: async () => [asItem(await exampleInvoice(context, service, settings))],
		poll: async (state, start = settings.start) => {
			const { events, state: next } = await pollInvoices(state, {
				service,
				settings: { ...settings, start },
				now,
				outOfTime: timeKeeper(context),
			});
			return { items: events.map(asItem), state: next };
		},
	};
}
