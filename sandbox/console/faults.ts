import { readFault } from '../control/faultBody';
import { type Html, html } from '../payment-page/html';
import { Refusal } from '../refusal';
import { actionButton, actionForm, cell, input, nothingHere, select, table } from './parts';
import type { ConsolePage, Form, Visit } from './visit';

/** What can go wrong, as a person would say it, and as a control call writes it. */
const TROUBLES: Record<string, { label: string; fault: object }> = {
	unavailable: { label: 'fail with 503', fault: { kind: 'status', status: 503 } },
	busy: {
		label: 'fail with 429, wait 2 seconds',
		fault: { kind: 'status', status: 429, retryAfter: 2 },
	},
	broken: { label: 'fail with 500', fault: { kind: 'status', status: 500 } },
	lost: {
		label: 'are carried out, but the answers get lost',
		fault: { kind: 'drop', when: 'after' },
	},
	dropped: { label: 'get no answer', fault: { kind: 'drop' } },
	slow: { label: 'take 10 seconds', fault: { kind: 'delay', delayMilliseconds: 10_000 } },
	cut: { label: 'get half an answer', fault: { kind: 'cutOff', afterBytes: 100 } },
	html: { label: 'get a web page instead of data', fault: { kind: 'contentType' } },
	unreadable: { label: 'get JSON that cannot be read', fault: { kind: 'invalidJson' } },
};

const PLACES: ReadonlyArray<readonly [path: string, label: string]> = [
	['*', 'of any kind'],
	['/invoicing/*', 'to invoicing'],
	['/reporting/*', 'to reporting'],
];

export const faults: ConsolePage = {
	name: 'faults',
	title: 'Faults',
	about: 'Let requests fail, and see what your workflow makes of it.',
	view: (visit) =>
		html`<section class="card">
				<h2>Let something go wrong</h2>
				${actionForm(
					visit,
					'faults/add',
					{},
					html`<div class="fields">
						${input('times', 'The next requests', '3', 'number')}
						${select('path', 'Requests', PLACES)}
						${select(
							'trouble',
							'What happens',
							Object.entries(TROUBLES).map(([name, { label }]) => [name, label] as const),
						)}
						<button>Switch on</button>
					</div>`,
				)}
			</section>
			${planted(visit)}`,
	actions: {
		add: ({ sandbox }, form) => {
			const { label, fault } = troubleIn(form);
			const times = Math.trunc(Number(form.times));
			sandbox.faults.add(readFault({ ...fault, times, path: form.path }));
			return `${times === 1 ? 'The next request' : `The next ${times} requests`}: ${label}.`;
		},
		clear: ({ sandbox }) => {
			sandbox.faults.clear();
			return 'All faults are off.';
		},
	},
};

function troubleIn({ trouble = '' }: Form): { label: string; fault: object } {
	if (!Object.hasOwn(TROUBLES, trouble)) throw Refusal.invalid('Choose what happens.');
	return TROUBLES[trouble];
}

function planted(visit: Visit): Html {
	const all = visit.sandbox.faults.list();
	if (all.length === 0) return nothingHere('Nothing is switched on. All requests are answered.');
	return html`<div class="bar">
			<h2>Switched on</h2>
			${actionButton(visit, 'faults/clear', {}, 'Switch all off', 'bad')}
		</div>
		${table(
			['Requests', 'Fault', 'Left', 'Hit'],
			all.map(({ method, path, kind, status, when, times, hits }) => [
				cell([method, path].filter(Boolean).join(' ')),
				cell([kind, status, when === 'after' && 'after the work'].filter(Boolean).join(', ')),
				cell(times),
				cell(hits),
			]),
		)}`;
}
