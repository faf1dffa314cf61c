import { type Html, html } from '../payment-page/html';
import { Refusal } from '../refusal';
import { isInProgress, type Report, type ReportStatus } from '../reporting/report';
import { actionButton, nothingHere, SHOWN, statusBadge, table, when } from './parts';
import type { ConsolePage, Visit } from './visit';

/** What a person may make of a report that is being made. */
const OUTCOMES: ReadonlyArray<readonly [ReportStatus, string, string]> = [
	['COMPLETED', 'Complete', ''],
	['ERROR', 'Fail', 'bad'],
	['NO_DATA', 'No data', 'quiet'],
];

export const reports: ConsolePage = {
	name: 'reports',
	title: 'Reports',
	about: 'Complete or fail a report that is being made.',
	view: (visit) => {
		const own = visit.reporting.reports.of(visit.merchant.organization.id);
		const shown = own.slice(-SHOWN).reverse();
		return html`${
			shown.length === 0
				? nothingHere('No reports yet. Order one in your workflow.')
				: table(
						['Report', 'Period (GMT)', 'Status', 'Actions'],
						shown.map((report) => row(visit, report)),
					)
		}
		${own.length > SHOWN && html`<p class="quiet">The latest ${SHOWN} of ${own.length}.</p>`}`;
	},
	actions: {
		decide: ({ reporting }, { report = '', status = '' }) => {
			const found = reporting.reports.any(report);
			const outcome = OUTCOMES.find(([each]) => each === status);
			if (!found || !outcome) throw Refusal.notFound('There is no such report, or no such status.');
			reporting.generation.decide(found, outcome[0]);
			return `Report ${found.reportName} is now ${found.status}.`;
		},
	},
};

function row(visit: Visit, report: Report): Html[] {
	const { reportId, reportName, definition, period, status } = report;
	return [
		html`<strong>${reportName}</strong><small>${definition.name}</small>`,
		html`${when(period.start)} – ${when(period.end)}`,
		statusBadge(status),
		html`<div class="buttons">
			${
				isInProgress(report) &&
				OUTCOMES.map(([outcome, label, kind]) =>
					actionButton(visit, 'reports/decide', { report: reportId, status: outcome }, label, kind),
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
