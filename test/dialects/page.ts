import { readingsOf, SPOT_NAMES, SPOTS, type SpotName, USUAL } from '../../sandbox/dialects/table';
import { type Defense, DEFENSES } from './defenses';
import { JOURNEYS } from './journeys';
import { nameOf, RIGHT, type Verdicts } from './verdicts';

const EFFECTS = { wrong: 'silently wrong without it', told: 'an error or a warning without it' };

const defenseLine = ({ defense, file, journey, dialect, without }: Defense): string =>
	`- ${defense} (\`${file}.ts\`; ${journey.name} with \`${dialect}\`: ${EFFECTS[without]})`;

const INTRODUCTION = `# Dialects

The specification leaves many things open: what a list counts, how a missing thing is reported, when a new
report shows up. Two services can both follow it and still answer differently. Each open point below is a
_spot_; each way to read it is a _reading_. The sandbox can answer in every reading
(\`npm run sandbox -- --dialect <spot>=<reading>\`; see [the sandbox](sandbox.md)).

The rule: the result is right under every reading, or the node reports an error or a warning. It is never
silently wrong.

Eight journeys run through the real nodes under every reading. What the sandbox's own books say decides whether
the result is right:

${JOURNEYS.map(({ name }) => `- ${name}`).join('\n')}

\`npm test\` runs each journey in every single reading, and 200 random combinations of readings with network
faults. It prints how many ended right, told and wrong. \`npm run soak -- --dialects\` runs thousands of
combinations. \`npm run dialects\` writes this page from the results.

## What cannot be known

- A list shows what the service lists. An invoice or a report that was created a moment ago may not be in it yet.
- If something changes in the last minutes before a trigger is activated, it may or may not start the workflow.
  What happens after the activation starts it exactly once.
- An update sends back what the service showed. If the service calculates a sub-amount, discount or tax by itself,
  it gets its own figure back and shows the same one again.
- The service can create an invoice without a number and not say which one it gave. Then only the customer, the
  amount and the portal can tell whether it exists. Enter invoice numbers to avoid this.

## What it costs

Under the usual readings, being prepared for the others costs no request, except for these:

- A list whose length is 10, 15, 20, 25, 30 or another round number, or 16, 32, 64, takes one more request. A service
  that gives at most 20 entries and counts only those looks the same.
- If the list of subscriptions or reports is "not found", the node looks once whether the service knows the
  organization. A wrong organization would otherwise look like an empty list.
- If a download by name and date is "not found", the node looks once which reports there are. A wrong date would
  otherwise look like a day without transactions.
- An update reads the invoice again just before it changes it. What someone else changed in between would otherwise
  be lost.

## Defenses

Each line below is a rule in the nodes. \`npm test\` takes each rule out, one at a time, and runs a journey: without
the rule the journey ends silently wrong, or with an error where it was right.

${DEFENSES.map(defenseLine).join('\n')}

## The open points

Below, **right** means that every journey that meets the reading ends right. Otherwise the page shows what the
user sees.
`;

/** docs/dialects.md, from the table of the sandbox and from how the journeys ended. */
export function pageOf(verdicts: Verdicts): string {
	return `${INTRODUCTION}\n${SPOT_NAMES.map((spot) => sectionOf(spot, verdicts)).join('\n')}`;
}

function sectionOf(spot: SpotName, verdicts: Verdicts): string {
	const { question, source } = SPOTS[spot];
	const effects: Record<string, string> = SPOTS[spot].readings;
	const lines = readingsOf(spot).map((reading) => {
		const usual = reading === USUAL[spot] ? ' (usual)' : '';
		return `- \`${reading}\`${usual}: ${effects[reading]} ${resultOf(spot, reading, verdicts)}`;
	});
	return [`## ${question}`, '', `\`${spot}\` (${source})`, '', ...lines, ''].join('\n');
}

function resultOf(spot: SpotName, reading: string, verdicts: Verdicts): string {
	if (reading === USUAL[spot]) return '**Right.**';
	const name = nameOf({ spot, reading: reading as never });
	const met = JOURNEYS.filter((journey) => name in verdicts[journey.name]);
	if (met.length === 0) return 'No journey meets it.';
	const told = met.filter((journey) => verdicts[journey.name][name] !== RIGHT);
	if (told.length === 0) return '**Right.**';
	const said = told.map((journey) => `${journey.name}: "${verdicts[journey.name][name]}"`);
	const otherwise = told.length < met.length ? ' **Right** otherwise.' : '';
	return `Told in ${said.join('; ')}.${otherwise}`;
}
