/** What tests set stays inside the code of the packed nodes: here it is exported too. */
module.exports = {
	process: (code) => ({
		code: `${code}\nObject.assign(module.exports, { DEFAULT_RETRY_POLICY, EDITOR_RETRY_POLICY, EVENTS_PER_POLL });`,
	}),
};
