import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const WORDS = /[A-Za-z]{2,} [a-z]/;

const isPlain = ({ type }) => ['Identifier', 'MemberExpression', 'CallExpression'].includes(type);

/** Patterns of a shortcut to what the long way gives as well: whether it is taken, only the bench shows. */
const SHORTCUTS = ['ISO_IN_UTC'];

/** Leaves out sentences for people: whether a message says the right thing, no mutation shows. */
export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'words', {
		shouldIgnore({ node, parent }) {
			const isPattern = parent?.type === 'VariableDeclarator' && SHORTCUTS.includes(parent.id.name);
			const isTest = node.type === 'CallExpression' && SHORTCUTS.includes(node.callee.object?.name);
			if (isPattern || isTest) return 'a shortcut';
			const isText = node.type === 'StringLiteral' && WORDS.test(node.value);
			const isTemplate =
				node.type === 'TemplateLiteral' &&
				node.expressions.every(isPlain) &&
				WORDS.test(node.quasis.map(({ value }) => value.raw).join('x'));
			return isText || isTemplate ? 'words for people' : undefined;
		},
	}),
];
