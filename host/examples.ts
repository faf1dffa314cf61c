import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from './packed';
import type { WorkflowFile } from './rest';

const folder = path.join(projectFolder, 'examples');

/** The example workflows, by file name without its ending, the first to try first: their names are numbered. */
export function examples(): Map<string, WorkflowFile> {
	const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
	const read = (file: string) =>
		JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as WorkflowFile;
	return new Map(
		files
			.map((file) => [path.basename(file, '.json'), read(file)] as const)
			.sort(([, one], [, other]) => (one.name < other.name ? -1 : 1)),
	);
}
