import { readingsOf, SPOT_NAMES, SPOTS, type SpotName, USUAL } from '../../sandbox/dialects/table';
import { JOURNEYS } from './journeys';
import { nameOf, RIGHT, type Verdicts } from './verdicts';

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

\`npm test\` runs each journey in every single reading. \`npm run soak -- --dialects\` runs thousands of random
combinations with network faults. \`npm run dialects\` writes this page from the results.

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
