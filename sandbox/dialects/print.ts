import { readingsOf, SPOT_NAMES, SPOTS } from './table';

/** The table for people: every spot, its readings, and where the specification is silent. */
export function dialectTable(): string {
	const spots = SPOT_NAMES.map((name) => {
		const { question, source, usual, readings } = SPOTS[name];
		const lines = readingsOf(name).map((reading) => {
			const mark = reading === usual ? '*' : ' ';
			return `  ${mark} ${reading.padEnd(22)} ${(readings as Record<string, string>)[reading]}`;
		});
		return [`${name}: ${question}`, `    (${source})`, ...lines].join('\n');
	});
	return [...spots, '* is the usual reading.'].join('\n\n');
}

export function written(choice: object): string {
	return Object.entries(choice)
		.map(([name, reading]) => `${name}=${reading}`)
		.join(',');
}
