const path = require('node:path');

const { default: Sequencer } = require('@jest/test-sequencer');

const LONG = path.join(__dirname, '../dialects');

/**
 * A fresh clone has no record of how long a file takes, so jest starts the largest files first. The journeys
 * in dialects take longest in small files: one core would wait for them at the end.
 */
module.exports = class LongestFirst extends Sequencer {
	async sort(tests) {
		const sorted = await super.sort(tests);
		const isLong = (test) => test.path.startsWith(LONG);
		return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
	}
};
