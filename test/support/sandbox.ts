import type { z } from 'zod';
import { startSandbox, type SandboxOptions } from '../../sandbox';
import type { faultBody } from '../../sandbox/control/faultBody';
import type { Key } from '../../sandbox/keys/keys';
import type { ReportStatus } from '../../sandbox/reporting/report';
import type { LoggedRequest } from '../../sandbox/requestLog';

export const TOKENS = {
	merchantOne: 'sandbox-token-merchant-one',
	merchantTwo: 'sandbox-token-merchant-two',
	merchantThree: 'sandbox-token-merchant-three',
	/** Sees merchant_one and merchant_two, and may not see merchant_three. */
	partner: 'sandbox-token-partner-one',
	expired: 'sandbox-token-expired',
	unknown: 'sandbox-token-nobody-has',
} as const;

export type FaultToPlant = z.input<typeof faultBody>;

/** See sandbox/reporting/controlReports.ts. Everything has a default but the name. */
export interface ReportToMake {
	reportName: string;
	reportDefinitionName?: string;
	reportMimeType?: 'text/csv' | 'application/xml';
	/** All attributes of the definition when left out. */
	reportFields?: string[];
	reportFrequency?: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'USER_DEFINED' | 'ADHOC';
	/** The day before the clock's when left out. */
	reportStartTime?: string;
	reportEndTime?: string;
	/** The size; without it the rows are the organization's transactions of the period. */
	rows?: number;
	bytes?: number;
	status?: ReportStatus;
	signedAmounts?: boolean;
	fieldNameConvention?: 'SOAPI' | 'SCMP';
	/** So many reports, each of the day before the last. */
	count?: number;
}

export interface MadeReport {
	reportId: string;
	reportName: string;
	status: ReportStatus;
	reportStartTime: string;
	reportEndTime: string;
	reportMimeType: string;
}

export interface Answer<T = Record<string, unknown>> {
	status: number;
	headers: Headers;
	text: string;
	/** The body as JSON; undefined when it is none. */
	body: T;
}

export interface TestSandbox {
	address: string;
	token: string;
	/** Signs for the same merchant as the token. */
	key: Key;
	/** One request, with the default token unless another (or none: '') is given. */
	call<T = Record<string, unknown>>(
		method: string,
		path: string,
		options?: { body?: unknown; token?: string; headers?: Record<string, string> },
	): Promise<Answer<T>>;
	control: Control;
	stop(): Promise<void>;
}

/** A sandbox of its own on a free port, over real HTTP. Give `now` to make its clock stand still. */
export async function startTestSandbox(options: SandboxOptions = {}): Promise<TestSandbox> {
	const running = await startSandbox(options);
	const call: TestSandbox['call'] = async (method, path, { body, token, headers } = {}) => {
		const sent = token ?? running.token;
		const response = await fetch(`${running.address}${path}`, {
			method,
			headers: {
				...(sent !== '' && { authorization: `Bearer ${sent}` }),
				...(body !== undefined && { 'content-type': 'application/json' }),
				...headers,
			},
			body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
		});
		const text = await response.text();
		return {
			status: response.status,
			headers: response.headers,
			text,
			body: asJson(text) as never,
		};
	};
	return { ...running, call, control: new Control(call) };
}

/** A sandbox for the tests of a file: a new one for each test, or one for all. */
export function useSandbox(span: 'each' | 'all', options: SandboxOptions = {}): TestSandbox {
	const sandbox = {} as TestSandbox;
	const [before, after] = span === 'each' ? [beforeEach, afterEach] : [beforeAll, afterAll];
	before(async () => void Object.assign(sandbox, await startTestSandbox(options)));
	after(async () => await sandbox.stop());
	return sandbox;
}

/** The control API in words. Every call throws when the sandbox refuses it. */
export class Control {
	constructor(private readonly call: TestSandbox['call']) {}

	async send<T>(method: string, path: string, body?: unknown): Promise<T> {
		const answer = await this.call<T>(method, `/_sandbox${path}`, { body, token: '' });
		if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.text}`);
		return answer.body;
	}

	async now(): Promise<string> {
		return (await this.send<{ now: string }>('GET', '/clock')).now;
	}

	/** An ISO 8601 duration: PT6H, P1D. */
	async advanceClock(advance: string): Promise<void> {
		await this.send('POST', '/clock', { advance });
	}

	async setClock(set: string): Promise<void> {
		await this.send('POST', '/clock', { set });
	}

	async fault(fault: FaultToPlant): Promise<number> {
		return (await this.send<{ id: number }>('POST', '/faults', fault)).id;
	}

	async clearFaults(): Promise<void> {
		await this.send('DELETE', '/faults');
	}

	/** What was received, oldest first, tokens masked; control calls are not in it. */
	async requests(path?: string): Promise<LoggedRequest[]> {
		const query = path === undefined ? '' : `?path=${encodeURIComponent(path)}`;
		return (await this.send<{ requests: LoggedRequest[] }>('GET', `/requests${query}`)).requests;
	}

	async clearRequests(): Promise<void> {
		await this.send('DELETE', '/requests');
	}

	/** Lets an organization take so many payments a day, from the clock's day on by default. */
	async traffic(traffic: {
		organizationId?: string;
		perDay: number;
		from?: string;
		to?: string;
	}): Promise<void> {
		await this.send('POST', '/traffic', traffic);
	}

	async makeReports(report: ReportToMake): Promise<MadeReport[]> {
		return (await this.send<{ reports: MadeReport[] }>('POST', '/reports', report)).reports;
	}

	async makeReport(report: ReportToMake): Promise<MadeReport> {
		return (await this.makeReports({ ...report, count: 1 }))[0];
	}

	/** Completes, fails or holds a report; the clock leaves it alone from then on. */
	async setReportStatus(reportId: string, status: ReportStatus): Promise<MadeReport> {
		return this.send<MadeReport>('POST', `/reports/${reportId}/status`, { status });
	}

	/** The service makes three one-time reports at a time: what one test has left must not hold back the next. */
	async completeReports(): Promise<void> {
		for (const { reportId, status } of await this.reports()) {
			const isInProgress = ['PENDING', 'QUEUED', 'RUNNING', 'RERUN'].includes(status);
			if (isInProgress) await this.setReportStatus(reportId, 'COMPLETED');
		}
	}

	async reports(): Promise<MadeReport[]> {
		return (await this.send<{ reports: MadeReport[] }>('GET', '/reports')).reports;
	}

	async outbox(): Promise<Array<Record<string, string>>> {
		return (await this.send<{ emails: Array<Record<string, string>> }>('GET', '/outbox')).emails;
	}
}

function asJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
