import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { preProcessFile } from 'typescript';

const ROOT = join(__dirname, '../..');

/** The TypeScript files of these folders, by their path from the root. */
export const sourceFiles = (folders: readonly string[]): string[] =>
	folders.flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
			.map((name) => join(folder, name)),
	);

/** The files of ours that a file imports, types included. */
export const importsOf = (file: string): string[] =>
	preProcessFile(readFileSync(join(ROOT, file), 'utf8'))
		.importedFiles.map(({ fileName }) => fileName)
		.filter((specifier) => specifier.startsWith('.'))
		.map((specifier) => {
			const path = join(ROOT, dirname(file), specifier);
			const found = [`${path}.ts`, join(path, 'index.ts'), path].find(
				(candidate) => candidate.endsWith('.ts') && existsSync(candidate),
			);
			return found === undefined ? specifier : relative(ROOT, found);
		});
