'use strict';

const { readFileSync, writeFileSync } = require('node:fs');

/**
 * @typedef {{ name?: string, version?: string, integrity?: string, resolved?: string, optional?: boolean }} LockedPackage
 * `name` is there where it is not the name of its folder.
 * @typedef {{ packages: Record<string, LockedPackage> }} LockFile
 */

/** @param {string} place */
const nameOf = (place) => place.replace(/^.*node_modules\//, '');
exports.nameOf = nameOf;

/**
 * Says in a lock file where each package is, as every registry has it. Without that, npm asks for the list of all
 * versions of each package, which is more than twice as much as the packages.
 * @param {LockFile} lock
 * @param {string} registry
 * @returns {LockFile}
 */
const withAddresses = (lock, registry) => {
	const base = registry.replace(/\/*$/, '/');
	/** @param {[string, LockedPackage]} entry @returns {[string, LockedPackage]} */
	const addressed = ([place, locked]) => {
		const { name = nameOf(place), version, integrity } = locked;
		if (integrity === undefined) return [place, locked];
		const file = `${name.split('/').at(-1)}-${version}.tgz`;
		return [place, { ...locked, resolved: `${base}${name}/-/${file}` }];
	};
	return { ...lock, packages: Object.fromEntries(Object.entries(lock.packages).map(addressed)) };
};
exports.withAddresses = withAddresses;

/**
 * @param {string} from
 * @param {string} to
 * @param {string} registry as npm prints it
 */
exports.addAddresses = (from, to, registry) => {
	const lock = JSON.parse(readFileSync(from, 'utf8'));
	writeFileSync(to, JSON.stringify(withAddresses(lock, registry.trim())));
};
