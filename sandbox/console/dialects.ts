import { PRESETS } from '../dialects/presets';
import type { Spot } from '../dialects/spot';
import { SPOTS } from '../dialects/table';
import { type Html, html } from '../payment-page/html';
import { actionButton, actionForm, select } from './parts';
import type { ConsolePage, Visit } from './visit';

const ALL: ReadonlyArray<[string, Spot]> = Object.entries(SPOTS);

export const dialects: ConsolePage = {
	name: 'dialects',
	title: 'Dialects',
	about: 'Where the specification leaves something open, choose what the service does.',
	view: (visit) =>
		html`<section class="card">
				<h2>Presets</h2>
				<div class="buttons">
					${Object.keys(PRESETS).map((preset) =>
						actionButton(visit, 'dialects/choose', { preset }, preset, 'quiet'),
					)}
				</div>
				${chosen(visit)}
			</section>
			${actionForm(
				visit,
				'dialects/choose',
				{},
				html`<section class="card">
					<h2>One by one</h2>
					<div class="spots">${ALL.map(([name, spot]) => choice(visit, name, spot))}</div>
					<button>Use these</button>
				</section>`,
			)}`,
	actions: {
		choose: ({ sandbox }, { preset, ...form }) => {
			const asked = ALL.filter(([name]) => form[name] !== undefined).map(
				([name]) => [name, form[name]] as const,
			);
			sandbox.dialect.choose(preset ?? Object.fromEntries(asked));
			const count = Object.keys(sandbox.dialect.unusual).length;
			if (count === 0) return 'Everything is as usual.';
			return count === 1
				? 'One reading is not the usual one.'
				: `${count} readings are not the usual ones.`;
		},
	},
};

function chosen({ sandbox: { dialect } }: Visit): Html {
	const unusual = Object.entries(dialect.unusual);
	if (unusual.length === 0) return html`<p class="quiet">Everything is as usual.</p>`;
	return html`<p>Not as usual:</p>
		<ul>
			${unusual.map(([name, reading]) => html`<li><code>${name}=${reading}</code></li>`)}
		</ul>`;
}

function choice({ sandbox: { dialect } }: Visit, name: string, spot: Spot): Html {
	return html`<div class="spot">
		${select(
			name,
			spot.question,
			Object.entries(spot.readings).map(
				([reading, effect]) =>
					[reading, `${reading}${reading === spot.usual ? ' (usual)' : ''}: ${effect}`] as const,
			),
			Object.entries(dialect.choice).find(([each]) => each === name)?.[1],
		)}
	</div>`;
}
