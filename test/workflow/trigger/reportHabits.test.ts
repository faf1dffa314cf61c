import type { IDataObject } from 'n8n-workflow';

import { json, startServer, type TestServer } from '../../support/server';
import { PollingWorkflow } from '../../support/polling';
import { triggerNode, triggerParameters } from './watch';

const DAY = 86_400_000;
const HOUR = 3_600_000;

interface Told extends IDataObject {
	reportCompletedTime: string;
}

/** A reporting service with rules of its own: what it lists, and which questions it refuses. */
class Habits {
	readonly reports: Told[] = [];
	/** A question that ends later than this from now is refused. */
	ahead = Infinity;
	/** And so is one for a longer time than this. */
	longest = Infinity;
	readonly asked: Array<{ days: number; ahead: number }> = [];
	private server!: TestServer;

	async start(): Promise<void> {
		this.server = await startServer(({ url }, response) => {
			const { pathname, searchParams } = new URL(url, 'http://service.invalid');
			if (pathname !== '/reporting/v3/reports') {
				response.writeHead(200, { 'content-type': 'text/csv' }).end(`A,B\n${pathname},1\n`);
				return;
			}
			const from = Date.parse(searchParams.get('startTime')!);
			const to = Date.parse(searchParams.get('endTime')!);
			const question = { days: (to - from) / DAY, ahead: to - Date.now() };
			this.asked.push(question);
			if (question.ahead > this.ahead) return json(response, 400, { message: 'endTime' });
			if (to - from > this.longest) return json(response, 400, { message: 'Too long' });
			const found = this.reports.filter(({ reportCompletedTime }) => {
				const time = Date.parse(reportCompletedTime);
				return time >= from && time <= to;
			});
			// Numbers as the service writes them: more digits than JSON.stringify has.
			const text = JSON.stringify({ reportSearchResults: found }).replace(
				/"reportId":"#(\d+)"/g,
				'"reportId":$1',
			);
			response.writeHead(200, { 'content-type': 'application/json' }).end(text);
		});
	}

	watch(parameters: IDataObject = {}): PollingWorkflow {
		return new PollingWorkflow({
			node: triggerNode,
			address: this.server.address,
			token: 'any-token',
			parameters: triggerParameters({ event: 'newReport', ...parameters }),
		});
	}

	add(reportName: string, more: IDataObject = {}): Told {
		const report: Told = {
			reportId: `R-${this.reports.length}`,
			reportName,
			status: 'COMPLETED',
			reportMimeType: 'text/csv',
			reportCompletedTime: new Date().toISOString(),
			...more,
		};
		this.reports.push(report);
		return report;
	}

	async stop(): Promise<void> {
		await this.server.stop();
	}
}

let service: Habits;
beforeEach(async () => {
	service = new Habits();
	await service.start();
});
afterEach(async () => await service.stop());

const names = (events: IDataObject[]) => events.map(({ reportName }) => reportName).sort();

describe('New available report, at a service with habits of its own', () => {
	it('keeps every digit of an identifier that is a number, in the event and in the download', async () => {
		const workflow = service.watch({ download: true, output: 'rows' });
		await workflow.activate();
		service.add('Numbered', { reportId: '#90071992547409931234' });
		service.add('Numbered too', { reportId: '#90071992547409931235' });
		const rows = await workflow.poll();
		expect(rows).toMatchObject([
			{ A: '/reporting/v3/reports/90071992547409931234', reportId: '90071992547409931234' },
			{ A: '/reporting/v3/reports/90071992547409931235', reportId: '90071992547409931235' },
		]);
		expect(await workflow.poll()).toEqual([]);
	});

	it('does not take a completion time that is given more or less exactly for a second run', async () => {
		const workflow = service.watch();
		await workflow.activate();
		const completed = new Date(Math.floor(Date.now() / 60_000) * 60_000 - HOUR + 30_734);
		const iso = completed.toISOString();
		const report = service.add('Daily', { reportCompletedTime: `${iso.slice(0, 19)}Z` });
		expect(names(await workflow.poll())).toEqual(['Daily']);
		for (const told of [
			iso,
			iso.replace('Z', '000Z'),
			iso.replace('Z', '+00:00'),
			`${iso.slice(0, 16)}Z`,
			`${iso.slice(0, 19)}Z`,
		]) {
			report.reportCompletedTime = told;
			expect([told, await workflow.poll()]).toEqual([told, []]);
		}
		// A second run is one: it was completed minutes later.
		report.reportCompletedTime = new Date(completed.getTime() + 5 * 60_000).toISOString();
		expect(names(await workflow.poll())).toEqual(['Daily']);
		expect(await workflow.poll()).toEqual([]);
	});

	it('finds a name whichever way its accents are written, here or there', async () => {
		const name = 'Résumé é, täglich';
		const composed = service.watch({ reportNames: [name.normalize('NFC')] });
		const decomposed = service.watch({ reportNames: `"${name.normalize('NFD')}"` });
		const other = service.watch({ reportNames: 'Resume e, taglich' });
		for (const workflow of [composed, decomposed, other]) await workflow.activate();
		service.add(name.normalize('NFD'));
		service.add(name.normalize('NFC'));
		expect(await composed.poll()).toHaveLength(2);
		expect(await decomposed.poll()).toHaveLength(2);
		expect(await other.poll()).toEqual([]);
	});

	it('asks up to now where the service refuses a time in the future, and keeps to that', async () => {
		service.ahead = 0;
		const workflow = service.watch();
		await workflow.activate();
		service.add('Today');
		service.asked.length = 0;
		expect(names(await workflow.poll())).toEqual(['Today']);
		expect(service.asked).toHaveLength(1);
		expect(await workflow.poll()).toEqual([]);
		expect(workflow.errors).toEqual([]);
	});

	it('asks up to an hour ago where the clock of the service is behind', async () => {
		service.ahead = -20 * 60_000;
		const workflow = service.watch();
		await workflow.activate();
		service.add('Late', { reportCompletedTime: new Date(Date.now() - 61 * 60_000).toISOString() });
		expect(names(await workflow.poll())).toEqual(['Late']);
		expect(await workflow.poll()).toEqual([]);
	});

	it.each([
		['a week', 7],
		['a day', 1],
	])(
		'splits a pause of five weeks where the service gives no more than %s, and goes on',
		async (_, days) => {
			service.longest = days * DAY;
			service.ahead = 0;
			const workflow = service.watch();
			await workflow.activate();
			const now = Date.now();
			for (let week = 0; week < 5; week++) {
				const reportCompletedTime = new Date(now + (week * 7 + 3) * DAY).toISOString();
				service.add(`Week ${week}`, { reportCompletedTime });
			}
			const later = jest
				.spyOn(Date, 'now')
				.mockImplementation(() => performance.timeOrigin + performance.now() + 35 * DAY);
			try {
				expect(names(await workflow.poll())).toEqual([
					'Week 0',
					'Week 1',
					'Week 2',
					'Week 3',
					'Week 4',
				]);
				service.asked.length = 0;
				expect(await workflow.poll()).toEqual([]);
				expect(service.asked.every((asked) => asked.days <= days)).toBe(true);
				expect(workflow.errors).toEqual([]);
			} finally {
				later.mockRestore();
			}
		},
	);

	it('fails with the words of the service where no question is short enough', async () => {
		service.longest = HOUR;
		await expect(service.watch().activate()).rejects.toThrow('Too long');
	});
});
