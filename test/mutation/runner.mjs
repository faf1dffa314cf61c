// Runs jest's tests for Stryker in one process that keeps the modules it has loaded: jest itself takes a second
// for each of a thousand mutants, this takes milliseconds.
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';
import { transformSync } from '@swc/core';
import { readFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import path from 'node:path';

import groups from './groups.js';

const require = createRequire(import.meta.url);
const circus = require('jest-circus');
const { jestExpect } = require('@jest/expect');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

const { tests } = groups.GROUPS[process.env.MUTATION_GROUP];
const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });
/** What a test may take, in milliseconds of the processor: a slower one would be run hundreds of times. */
const QUICK = 300;
/** Shared with the mutated code, which finds in it which mutant is active. */
const stryker = (globalThis.__stryker__ ??= {});

function compileTypeScript() {
	const compiled = new Map();
	Module._extensions['.ts'] = (module, filename) => {
		if (!compiled.has(filename)) {
			const { code } = transformSync(readFileSync(filename, 'utf8'), {
				filename,
				jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
				module: { type: 'commonjs' },
			});
			compiled.set(filename, code);
		}
		module._compile(compiled.get(filename), filename);
	};
}

function forgetModules(folder) {
	for (const file of Object.keys(require.cache)) {
		if (file.startsWith(folder) && !file.includes('node_modules')) delete require.cache[file];
	}
}

/** From the outside to the inside. */
const blocksOf = (block) => (block === undefined ? [] : [...blocksOf(block.parent), block]);

const hooksOf = (test, type) =>
	blocksOf(test.parent).flatMap(({ hooks }) => hooks.filter((hook) => hook.type === type));

const testsIn = ({ children }) =>
	children.flatMap((child) => (child.type === 'test' ? [child] : testsIn(child)));

const nameOf = (test) =>
	[
		...blocksOf(test.parent)
			.slice(1)
			.map(({ name }) => name),
		test.name,
	].join(' ');

async function inTurn(hooks) {
	for (const { fn } of hooks) await fn();
}

class Runner {
	/** With the code as it was before any mutant that is active while modules are loaded. */
	#isFresh = false;
	/** Stryker's copy of the project; it goes there after it has loaded this file. */
	#folder = process.cwd();
	#tests = [];
	#quick = new Set();

	capabilities() {
		return { reloadEnvironment: true };
	}

	async init() {
		compileTypeScript();
		const { describe, it, test, beforeAll, beforeEach, afterAll, afterEach } = circus;
		Object.assign(globalThis, { describe, it, test, beforeAll, beforeEach, afterAll, afterEach });
		globalThis.expect = jestExpect;
		globalThis.jest = {
			fn: mocker.fn.bind(mocker),
			spyOn: mocker.spyOn.bind(mocker),
			useFakeTimers: timers.useFakeTimers.bind(timers),
			useRealTimers: timers.useRealTimers.bind(timers),
			advanceTimersByTimeAsync: timers.advanceTimersByTimeAsync.bind(timers),
			getTimerCount: timers.getTimerCount.bind(timers),
		};
	}

	#load() {
		forgetModules(this.#folder);
		circus.resetState();
		require(path.join(this.#folder, 'test/mutation/setup.ts'));
		for (const file of tests) require(path.join(this.#folder, file));
		this.#tests = testsIn(circus.getState().rootDescribeBlock).map((test, index) => ({
			test,
			id: `${index} ${nameOf(test)}`,
		}));
	}

	/** A process that was started again after a mutant without end has not measured them. */
	#isQuick(id) {
		return this.#quick.size === 0 || this.#quick.has(id);
	}

	async #run({ test, id }) {
		const started = process.cpuUsage();
		const result = { id, name: nameOf(test) };
		stryker.currentTestId = id;
		mocker.restoreAllMocks();
		try {
			await inTurn(hooksOf(test, 'beforeEach'));
			await test.fn();
			result.status = TestStatus.Success;
		} catch (error) {
			result.status = TestStatus.Failed;
			result.failureMessage = String(error);
		}
		await inTurn(hooksOf(test, 'afterEach'));
		stryker.currentTestId = undefined;
		const { user, system } = process.cpuUsage(started);
		return { ...result, timeSpentMs: (user + system) / 1000 };
	}

	async dryRun() {
		this.#load();
		this.#isFresh = true;
		const results = [];
		for (const test of this.#tests) {
			const result = await this.#run(test);
			if (result.timeSpentMs <= QUICK || result.status === TestStatus.Failed) results.push(result);
			else delete stryker.mutantCoverage.perTest[test.id];
		}
		this.#quick = new Set(results.map(({ id }) => id));
		return {
			status: DryRunStatus.Complete,
			tests: results,
			mutantCoverage: stryker.mutantCoverage,
		};
	}

	async mutantRun({ activeMutant, testFilter, mutantActivation, hitLimit }) {
		const isStatic = mutantActivation === 'static';
		stryker.hitCount = 0;
		stryker.hitLimit = hitLimit;
		stryker.activeMutant = isStatic ? activeMutant.id : undefined;
		const known = this.#tests;
		if (isStatic || !this.#isFresh) {
			try {
				this.#load();
			} catch (error) {
				return killed(known[0]?.id ?? 'while loading', String(error), 0);
			}
			this.#isFresh = !isStatic;
		}
		stryker.activeMutant = activeMutant.id;
		const chosen = this.#tests.filter(({ id }) => testFilter?.includes(id) ?? this.#isQuick(id));
		for (const [index, test] of chosen.entries()) {
			const { status, id, failureMessage } = await this.#run(test);
			if (stryker.hitCount > hitLimit) return { status: MutantRunStatus.Timeout };
			if (status === TestStatus.Failed) return killed(id, failureMessage, index + 1);
		}
		return { status: MutantRunStatus.Survived, nrOfTests: chosen.length };
	}
}

const killed = (id, failureMessage, nrOfTests) => ({
	status: MutantRunStatus.Killed,
	killedBy: [id],
	failureMessage,
	nrOfTests,
});

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'inProcess', Runner)];
