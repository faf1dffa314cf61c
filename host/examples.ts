import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from './packed';
import type { WorkflowFile } from './rest';

const folder = path.join(projectFolder, 'examples');

/** The example workflows, by file name without its ending. */
export function examples(): Map<string, WorkflowFile> {
	const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
	return new Map(
		files
			.sort()
			.map((file) => [
				path.basename(file, '.json'),
				JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as WorkflowFile,
			]),
	);
}
