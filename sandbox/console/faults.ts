import { readFault } from '../control/faultBody';
import { ANY } from '../faults';
import { type Html, html } from '../payment-page/html';
import { Refusal } from '../refusal';
import {
	actionButton,
	actionForm,
	cell,
	input,
	nothingHere,
	select,
	table,
	wholeNumber,
} from './parts';
import type { ConsolePage, Form, Visit } from './visit';

interface Trouble {
	label: string;
	fault: object;
}

/** What can go wrong, as a person would say it, and as a control call writes it. */
const TROUBLES: Record<string, Trouble> = {
	unavailable: { label: 'status 503', fault: { kind: 'status', status: 503 } },
	busy: {
		label: 'status 429, wait 2 seconds',
		fault: { kind: 'status', status: 429, retryAfter: 2 },
	},
	broken: { label: 'status 500', fault: { kind: 'status', status: 500 } },
	lost: { label: 'done, but the answer gets lost', fault: { kind: 'drop', when: 'after' } },
	dropped: { label: 'no answer', fault: { kind: 'drop' } },
	slow: {
		label: 'an answer after 10 seconds',
		fault: { kind: 'delay', delayMilliseconds: 10_000 },
	},
	cut: { label: 'half an answer', fault: { kind: 'cutOff', afterBytes: 100 } },
	html: { label: 'a web page instead of data', fault: { kind: 'contentType' } },
	unreadable: { label: 'JSON that cannot be read', fault: { kind: 'invalidJson' } },
};

const PLACES: ReadonlyArray<readonly [path: string, label: string]> = [
	[ANY, 'to any service'],
	['/invoicing/*', 'to invoicing'],
	['/reporting/*', 'to reporting'],
];
const MOST_TIMES = 1000;

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
			const times = wholeNumber(form.times ?? '', 'The next requests', MOST_TIMES);
			const place = PLACES.find(([path]) => path === form.path);
			if (!place) throw Refusal.invalid('Choose which requests.');
			const [path, requests] = place;
			sandbox.faults.add(readFault({ ...fault, times, path }));
			const next = times === 1 ? 'request' : `${times} requests`;
			return `Switched on for the next ${next} ${requests}: ${label}.`;
		},
		clear: ({ sandbox }) => {
			sandbox.faults.clear();
			return 'All faults are off.';
		},
	},
};

function troubleIn({ trouble = '' }: Form): Trouble {
	if (!Object.hasOwn(TROUBLES, trouble)) throw Refusal.invalid('Choose what happens.');
	return TROUBLES[trouble];
}

function planted(visit: Visit): Html {
	const left = visit.sandbox.faults.list().filter(({ times }) => times > 0);
	if (left.length === 0) return nothingHere('Nothing is switched on. All requests are answered.');
	return html`<div class="bar">
			<h2>Switched on</h2>
			${actionButton(visit, 'faults/clear', {}, 'Switch all off', 'bad')}
		</div>
		${table(
			['Requests', 'Fault', 'Left', 'Hit'],
			left.map(({ method, path, kind, status, when, times, hits }) => [
				cell([method, path].filter(Boolean).join(' ')),
				cell([kind, status, when === 'after' && 'after the work'].filter(Boolean).join(', ')),
				cell(times),
				cell(hits),
			]),
		)}`;
}
