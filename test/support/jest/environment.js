const { AsyncLocalStorage } = require('node:async_hooks');

const { TestEnvironment } = require('jest-environment-node');

/** What jest keeps in the context: it would tell each event of a test to all files that ran before. */
const OF_ONE_FILE = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'];

/** Jest makes one for each test file. Node passes the value of each on with every promise until it is disabled. */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...given) {
	storages.add(this);
	return run.apply(this, given);
};

let only;

/** One context for all test files of a worker: the packages in it are loaded once (`runtime.js`). */
module.exports = class OneContext extends TestEnvironment {
	constructor(config, context) {
		if (only !== undefined) return only;
		super(config, context);
		only = this;
		this.realNow = this.global.Date.now;
	}

	async setup() {
		// As outside of jest, which keeps 100 lines: n8n's HTTP agent reads a stack with every request, and jest
		// looks each line up in source maps.
		this.global.Error.stackTraceLimit = 10;
	}

	/** Not as in the class above, which disposes of the context. */
	async teardown() {
		this.fakeTimersModern.useRealTimers();
		this.global.Date.now = this.realNow;
		for (const storage of storages) storage.disable();
		storages.clear();
		for (const name of Object.getOwnPropertySymbols(this.global)) {
			if (OF_ONE_FILE.includes(name.description)) delete this.global[name];
		}
	}
};
