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
wrong without one. [Spec readings](spec-readings.md) explains how the usual readings were chosen.

Eight journeys run through the real nodes under every reading. What the sandbox's own books say decides whether
the result is right:

${JOURNEYS.map(({ name }) => `- ${name}`).join('\n')}

\`npm test\` runs each journey in every single reading, and 80 random combinations of readings with network
faults (\`.ci/run\`: 200). It prints how many ended right, how many with an error or a warning (told), and how many wrong.
\`npx tsx test/soak/soak.ts --dialects\` runs thousands of combinations. \`node scripts/dialects.mjs\` writes this page from the results.

The longest run made 2,000 combinations (seeds 1 to 2000): 1,360 ended right, 629 told and 11 wrong. Of the 11, one
was a defect of a list and two of the sandbox. Eight were a defect of the test of the trigger, which asked for what
nobody can know. All are fixed. Many of the told ones had a report whose last line has no end (132), or an invoice
whose number the service did not show (68). These end right now, unless the list hides the invoice.

## What cannot be known

- A list shows what the service lists. An invoice or a report that was created a moment ago may not be in it yet.
- A change in the last 15 minutes before you publish a trigger may or may not start the workflow. A change after
  that starts it exactly once.
- An invoice without a history that appears late in the list shows only its present status.
- An update sends back what the service showed. If the service calculates a sub-amount, discount or tax by itself,
  it gets its own figure back and shows the same one again.
- The service can create an invoice without a number and not say which one it gave. The node then looks in the list
  for the only new invoice with the same content. If there is none, or more than one, it stops with an error. Enter
  invoice numbers to avoid this.
- A service may count the end of a period as part of it. Then a row at the moment where two parts of a split report
  meet is in both parts, and a warning names the moment. It cannot be seen in a report without a column for a time:
  there the warning asks you to add one.

## What it costs

Under the usual readings, support for the other readings costs no request, except for the ones below. In each of
them, two services that both follow the specification send the same answer and mean different things. Only another
request can tell them apart.

- A list that fits on one page takes one more request if it fills the page. The same applies if services often cut
  at its length: 10, 15, 20, 25, 30, 40, 50, 75, 100 and so on, or 16, 32, 64. A service with 20 invoices answers with 20 entries
  and a total of 20. So does a service with 130 invoices that gives at most 20 and counts each page.
- Purchases and refunds take one more request after the last page of each period. Their answer has no total. A
  service with 23 results answers with 23 of them. So does a service with 500 results that gives at most 23.
- If a download by name and date is "not found", the node looks once which reports there are. A 404 with \`NO_DATA\`
  is a day without transactions, or a wrong date at a service that gives this reason in every case. A 404 with
  \`NOT_FOUND\` is a wrong date, or a day without transactions at a service that gives that reason in every case.
- If the list of subscriptions or reports is "not found" without the words for "no data", the node looks once
  whether the service has report types. An empty list, a mistyped organization and a wrong address get the same 404.
- Net Funding and Payment Batch Summary of a split period take one more request for each moment where two windows
  meet. Two windows with sums of 100 and 50 are 150, or less if a service counts that moment in both.
- An update reads the invoice again just before it changes it. Two answers that are the same do not show what someone
  else changes in between.

## Defenses

Each line below is a rule in the nodes. \`npm test\` removes each rule, one at a time, and runs a journey. Without
the rule, the journey ends silently wrong, or with an error where it was right.

${DEFENSES.map(defenseLine).join('\n')}

## The open points

Below, **right** means that every journey that the reading affects ends right. Otherwise you see the message that
the user sees.
`;

/** docs/develop/dialects.md, from the table of the sandbox and from how the journeys ended. */
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
	if (met.length === 0) return 'It affects no journey.';
	const told = met.filter((journey) => verdicts[journey.name][name] !== RIGHT);
	if (told.length === 0) return '**Right.**';
	const said = told.map((journey) => `${journey.name}: "${verdicts[journey.name][name]}"`);
	const otherwise = told.length < met.length ? ' **Right** otherwise.' : '';
	return `Told in ${said.join('; ')}.${otherwise}`;
}
