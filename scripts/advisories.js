'use strict';

/**
 * What npm's audit says about the libraries in the bundles. They are devDependencies, so that
 * "npm audit --omit=dev" does not see them, and without that it names every tool of the project.
 *
 * @param {{ name: string, version: string }[]} bundled
 * @param {{ vulnerabilities?: Record<string, any>, message?: string, error?: { summary?: string } }} answer
 *   of npm audit --json
 * @param {Record<string, { version?: string }>} installed the packages of package-lock.json, by folder
 * @returns {{ unchecked: string } | { affected: string[] }}
 */
exports.judge = (bundled, answer, installed) => {
	const { vulnerabilities } = answer;
	if (vulnerabilities === undefined) {
		return { unchecked: answer.message || answer.error?.summary || 'npm gave no reason' };
	}
	const affected = bundled.flatMap(({ name, version }) => {
		const { via = [], nodes = [] } = vulnerabilities[name] ?? {};
		// Another version may be installed for a tool.
		if (!nodes.some((folder) => installed[folder]?.version === version)) return [];
		// A name stands for a library that this one uses: it is in the list by itself if it is bundled.
		return via
			.filter((advisory) => typeof advisory === 'object')
			.map(({ severity, title, url }) => `${name} ${version}: ${severity}, ${title} (${url})`);
	});
	return { affected };
};

/**
 * What is installed and is not what the lock file names. npm ci would refuse it, but also refuses a lock file without
 * the binaries of other platforms.
 *
 * @param {Record<string, { version?: string, integrity?: string }>} installed by folder
 * @param {Record<string, { version?: string, integrity?: string }>} locked by folder
 */
exports.notLocked = (installed, locked) =>
	Object.entries(installed)
		.filter(([folder, { version, integrity }]) => {
			const { [folder]: named = {} } = locked;
			return named.version !== version || (named.integrity ?? '') !== integrity;
		})
		.map(([folder, { version }]) => `${folder} ${version}`);

/**
 * The list that the build writes: a line with name, version and license, then the license's text, then a line of dashes.
 * @param {string} licenses
 */
exports.bundledIn = (licenses) =>
	licenses.split(/^-{72}$/m).map((entry) => {
		const [name, version] = entry.trim().split(/\s/, 2);
		return { name, version };
	});
