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
 * The list that the build writes: a line with name and version, then the license, then a line of dashes.
 * @param {string} licenses
 */
exports.bundledIn = (licenses) =>
	licenses.split(/^-{72}$/m).map((entry) => {
		const [name, version] = entry.trim().split(/\s/, 2);
		return { name, version };
	});
