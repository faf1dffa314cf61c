/** The regular expressions that files of nodes/ make from text while they are loaded. Import it before them. */
export const madeExpressions: Array<{ file: string; expression: RegExp }> = [];

globalThis.RegExp = new Proxy(RegExp, {
	construct(target, [pattern, flags]: ConstructorParameters<RegExpConstructor>) {
		const expression = new target(pattern, flags);
		const caller = new Error().stack?.split('\n')[2] ?? '';
		const made = /\/(nodes\/(?:\w+\/)*\w+\.ts):/.exec(caller);
		if (made !== null) madeExpressions.push({ file: made[1], expression });
		return expression;
	},
});
RegExp.prototype.constructor = RegExp;
