import { type Html, html } from '../payment-page/html';
import { Refusal } from '../refusal';
import { DEFINITIONS } from '../reporting/catalog/definitions';
import { makeReports, readReportToMake } from '../reporting/controlReports';
import type { Period } from '../reporting/ledger/ledger';
import { isInProgress, type Report, type ReportStatus } from '../reporting/report';
import type { ReportingService } from '../reporting/service';
import {
	actionButton,
	actionForm,
	input,
	nothingHere,
	select,
	statusBadge,
	table,
	when,
} from './parts';
import type { ConsolePage, Visit } from './visit';

const SHOWN = 50;

/** What a person may make of a report that is being made. */
const OUTCOMES: ReadonlyArray<readonly [ReportStatus, string, string]> = [
	['COMPLETED', 'Complete', ''],
	['ERROR', 'Fail', 'bad'],
	['NO_DATA', 'No data', 'quiet'],
];

export const reports: ConsolePage = {
	name: 'reports',
	title: 'Reports',
	about: 'Complete or fail a report that is being made, or make one now.',
	view: (visit) => {
		const own = visit.reporting.reports.of(visit.merchant.organization.id);
		const shown = own.slice(-SHOWN).reverse();
		return html`${makeForm(visit, own.length)}
		${
			shown.length === 0
				? nothingHere('No reports yet. Order one in your workflow, or make one above.')
				: table(
						['Report', 'Period (GMT)', 'Status', 'Actions'],
						shown.map((report) => row(visit, report)),
					)
		}
		${own.length > SHOWN && html`<p class="quiet">The latest ${SHOWN} of ${own.length}.</p>`}`;
	},
	actions: {
		make: ({ reporting, merchant }, { name = '', definition, status }) => {
			const order = readReportToMake(reporting, {
				reportName: name.trim(),
				reportDefinitionName: definition,
				status,
				organizationId: merchant.organization.id,
			});
			const { organizationId, reportName, period } = order.report;
			refuseSecond(reporting, organizationId, reportName, period);
			const [made] = makeReports(reporting, order);
			return `Made report ${made.reportName}: ${made.status}.`;
		},
		decide: ({ reporting }, { report = '', status = '' }) => {
			const found = reporting.reports.any(report);
			const outcome = [...OUTCOMES.map(([each]) => each), 'RERUN' as const].find(
				(each) => each === status,
			);
			if (!found || !outcome) throw Refusal.notFound('There is no such report, or no such status.');
			reporting.generation.decide(found, outcome);
			return `Report ${found.reportName} is now ${found.status}.`;
		},
	},
};

export function refuseSecond(
	{ reports: all }: ReportingService,
	organizationId: string,
	reportName: string,
	period: Period,
): void {
	if (!all.covers(organizationId, reportName, period)) return;
	throw Refusal.invalid(`Report ${reportName} of this period exists already.`);
}

function makeForm(visit: Visit, count: number): Html {
	return html`<section class="card">
		<h2>Make a report now</h2>
		${actionForm(
			visit,
			'reports/make',
			{},
			html`<div class="fields">
				${input('name', 'Name', `Console report ${count + 1}`)}
				${select(
					'definition',
					'Definition',
					DEFINITIONS.map(({ name }) => [name, name] as const),
					'TransactionRequestClass',
				)}
				${select('status', 'Status', [
					['COMPLETED', 'Complete'],
					['QUEUED', 'Still queued'],
					['NO_DATA', 'No data'],
					['ERROR', 'Failed'],
				])}
				<button>Make</button>
			</div>`,
		)}
		<p class="quiet">It covers yesterday.</p>
	</section>`;
}

function row(visit: Visit, report: Report): Html[] {
	const { reportId, reportName, definition, period, status } = report;
	return [
		html`<strong>${reportName}</strong><small>${definition.name}</small>`,
		html`${when(period.start)} – ${when(period.end)}`,
		statusBadge(status),
		html`<div class="buttons">
			${
				isInProgress(report)
					? OUTCOMES.map(([outcome, label, kind]) =>
							actionButton(
								visit,
								'reports/decide',
								{ report: reportId, status: outcome },
								label,
								kind,
							),
						)
					: actionButton(
							visit,
							'reports/decide',
							{ report: reportId, status: 'RERUN' },
							'Run again',
							'quiet',
						)
			}
			${
				status === 'COMPLETED' &&
				html`<a class="button quiet" href="/_sandbox/reports/${reportId}/file" download
					>Download</a
				>`
			}
		</div>`,
	];
}
