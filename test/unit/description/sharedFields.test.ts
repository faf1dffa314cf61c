import type { INodeProperties } from 'n8n-workflow';
import { type ActionFields, mergeSharedFields } from '../../../nodes/shared/node/fields';

const field = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
	...more,
});

const A = field('a');
const B = field('b');
const C = field('c', { displayOptions: { show: { a: ['x'] } } });

const action = (
	resource: string,
	operation: string,
	...fields: INodeProperties[]
): ActionFields => ({ resource, operation, fields });

/** What the editor shows for an action, by the rules of n8n: every condition has one of its values. */
const shownIn = (properties: INodeProperties[], resource: string, operation: string) =>
	properties
		.filter(({ displayOptions: { show = {} } = {} }) =>
			[show.resource?.includes(resource), show.operation?.includes(operation)].every(Boolean),
		)
		.map(({ name }) => name);

describe('Fields that several actions have', () => {
	it('are written once', () => {
		const fields = mergeSharedFields([
			action('invoice', 'get', A, C),
			action('invoice', 'send', A, C),
			action('report', 'order', A),
		]);
		expect(fields).toEqual([
			{
				...A,
				displayOptions: {
					show: { resource: ['invoice', 'report'], operation: ['get', 'send', 'order'] },
				},
			},
			{
				...C,
				displayOptions: { show: { resource: ['invoice'], operation: ['get', 'send'], a: ['x'] } },
			},
		]);
	});

	it('keep their order in each action', () => {
		const actions = [
			action('r', 'one', A, B, C),
			action('r', 'two', B, A),
			action('r', 'three', C, A, B),
		];
		const fields = mergeSharedFields(actions);
		for (const { operation, fields: wanted } of actions) {
			expect(shownIn(fields, 'r', operation)).toEqual(wanted.map(({ name }) => name));
		}
	});

	it('are not shown in an action that has them not', () => {
		const actions = [
			action('invoice', 'get', A),
			action('invoice', 'send', B),
			action('report', 'get', B),
			action('report', 'send', A),
		];
		const fields = mergeSharedFields(actions);
		for (const { resource, operation, fields: wanted } of actions) {
			expect(shownIn(fields, resource, operation)).toEqual(wanted.map(({ name }) => name));
		}
	});

	it('are two where they differ in anything', () => {
		const other = field('a', { description: 'Another' });
		expect(mergeSharedFields([action('r', 'one', A), action('r', 'two', other)])).toHaveLength(2);
	});
});
