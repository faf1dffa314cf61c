const { default: Runtime } = require('jest-runtime');

/** The packages that were loaded, by path. */
const packages = new Map();
/** The functions that files were compiled to, by path: each test file runs them again, in the same context. */
const compiled = new Map();
let running;

const isOfPackage = (path) => /[\\/]node_modules[\\/]/.test(path);

/**
 * Loads each package once in a worker instead of once for each test file: n8n alone has 1,700 files. What is our own
 * is loaded for each test file, so no test file sees what another one left there.
 */
module.exports = class SharedPackages extends Runtime {
	constructor(...options) {
		super(...options);
		running = this;
		const { executor } = this;
		const compile = executor.compile.bind(executor);
		executor.compile = (source, path) => {
			if (compiled.get(path)?.source !== source) {
				compiled.set(path, { source, run: compile(source, path) });
			}
			return compiled.get(path).run;
		};
	}

	/** A package may load the rest of it for a later test file, and serves all of them: it gets no mocks of one. */
	requireModuleOrMock(from, name) {
		return isOfPackage(from)
			? running.requireModule(from, name)
			: super.requireModuleOrMock(from, name);
	}

	requireModule(from, name, options, isActual) {
		const load = () => super.requireModule(from, name, options, isActual);
		// With options it is jest itself that loads something.
		if (options !== undefined || name === undefined || this._resolution.isCoreModule(name)) {
			return load();
		}
		const path =
			this._resolution.getCjsMockModule(from, name) ?? this._resolution.resolveCjs(from, name);
		if (!isOfPackage(path)) return load();
		const registry = this.registries.getActiveCjsRegistry();
		if (packages.has(path)) registry.set(path, packages.get(path));
		const exports = load();
		packages.set(path, registry.get(path));
		return exports;
	}
};
module.exports.default = module.exports;
