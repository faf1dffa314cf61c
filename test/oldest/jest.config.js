const base = require('../../jest.config.js');

const { N8N_OLDEST, N8N_OLDEST_ALL, PACKED } = process.env;

/**
 * Each way in which the nodes use the engine: every action once with its output, items and expressions, batches and
 * retries, binary data, errors of the network, the editor, agents and polls. The other workflow tests differ in what
 * the nodes do between two calls of n8n, which is the same in every engine.
 */
const WAYS = [
	'{examples,requests}',
	'{content,schemas,workbook}/*',
	'invoicing/{amountTypes,editor,once,runAgain,secondRun,sheet}',
	'reporting/{agentTool,batches,choices,examples,hostile,methods}',
	'trigger/{dates,examples,health,refused,reports}',
];

/**
 * The packed package in the oldest engine of n8n that we support: it is loaded, and what the workflow tests
 * run is what it holds.
 */
/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	testMatch: [
		...(N8N_OLDEST_ALL ? ['**/*'] : WAYS).map((ways) => `<rootDir>/test/workflow/${ways}.test.ts`),
		'<rootDir>/test/package/packed.test.ts',
	],
	setupFilesAfterEnv: [...base.setupFilesAfterEnv, '<rootDir>/test/oldest/adapt.ts'],
	transform: { ...base.transform, '/dist/nodes/code\\.js$': '<rootDir>/test/oldest/exposed.js' },
	moduleNameMapper: {
		'^(n8n-core|n8n-workflow|reflect-metadata|luxon)$': `${N8N_OLDEST}/node_modules/$1`,
		'^@n8n/(di|config|backend-common)$': `${N8N_OLDEST}/node_modules/@n8n/$1`,
		'^(?:\\.\\./)+(nodes/\\w+/\\w+\\.node|credentials/\\w+\\.credentials)(?:\\.js)?$': `${PACKED}/dist/$1.js`,
		'^(?:\\.\\./)+nodes/(?:shared/transport/retry|MerchantServicesTrigger/event)$': `${PACKED}/dist/nodes/code.js`,
		'^\\./pollExecutor$': '<rootDir>/test/oldest/pollExecutor.ts',
	},
	// The old engine keeps timers of its own running.
	forceExit: true,
};
