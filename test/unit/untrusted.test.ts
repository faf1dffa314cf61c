import fc from 'fast-check';

import {
	isCount,
	isFlag,
	isName,
	isText,
	listOf,
	oneOf,
	optional,
	encodeWithChecksum,
	shapeOf,
	decodeWithChecksum,
} from '../../nodes/shared/untrusted';

interface Kept {
	name: string;
	note?: string;
	polls: number;
	isDone: boolean;
	kind: 'a' | 'b';
	lines: string[];
}

const isKept = shapeOf<Kept>({
	name: isName,
	note: optional(isText),
	polls: isCount,
	isDone: isFlag,
	kind: oneOf('a', 'b'),
	lines: listOf(isText, 1),
});

const KEPT: Kept = {
	name: 'one',
	polls: 3,
	isDone: false,
	kind: 'a',
	lines: ['x'],
};

it('takes what has the form', () => {
	for (const value of [KEPT, { ...KEPT, note: '', kind: 'b' }]) {
		expect(isKept(value)).toBe(true);
		expect(decodeWithChecksum(encodeWithChecksum(value), isKept)).toEqual(value);
	}
});

it.each<[string, unknown]>([
	['no object', [KEPT]],
	['nothing', null],
	['an empty name', { ...KEPT, name: '' }],
	['a missing name', { ...KEPT, name: undefined }],
	['a note that is null', { ...KEPT, note: null }],
	['a negative count', { ...KEPT, polls: -5 }],
	['a fraction', { ...KEPT, polls: 1.5 }],
	['a count too large to be exact', { ...KEPT, polls: 2 ** 53 }],
	['a flag as text', { ...KEPT, isDone: 'true' }],
	['another kind', { ...KEPT, kind: 'c' }],
	['no lines', { ...KEPT, lines: [] }],
	['a line that is no text', { ...KEPT, lines: ['x', 1] }],
])('refuses %s', (_what, value) => {
	expect(isKept(value)).toBe(false);
	expect(decodeWithChecksum(encodeWithChecksum(value), isKept)).toBeUndefined();
});

it('refuses every text that was cut or changed, without an error', () => {
	const whole = encodeWithChecksum(KEPT);
	fc.assert(
		fc.property(fc.nat(whole.length - 1), fc.string({ maxLength: 3 }), (at, put) => {
			const changed = whole.slice(0, at) + put + whole.slice(at + 1);
			fc.pre(changed !== whole);
			expect(decodeWithChecksum(changed, isKept)).toBeUndefined();
			expect(decodeWithChecksum(whole.slice(0, at), isKept)).toBeUndefined();
		}),
		{ numRuns: 1000, seed: 32 },
	);
});

it('takes any value as a value, and throws nothing', () => {
	fc.assert(
		fc.property(fc.anything(), (value) => {
			expect(isKept(value)).toBe(false);
		}),
		{ numRuns: 1000, seed: 32 },
	);
});
