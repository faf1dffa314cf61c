import fc from 'fast-check';

import { decodeWithChecksum, encodeWithChecksum } from '../../nodes/shared/untrusted';

const KEPT = { name: 'Zoë', polls: 3, lines: ['x'] };

it('gives the value back, to who asks for its kind', () => {
	const text = encodeWithChecksum('order1', KEPT);
	expect(decodeWithChecksum('order1', text)).toEqual(KEPT);
	expect(decodeWithChecksum('order2', text)).toBeUndefined();
});

it('refuses every text that was cut or changed, without an error', () => {
	const whole = encodeWithChecksum('order1', KEPT);
	fc.assert(
		fc.property(fc.nat(whole.length - 1), fc.string({ maxLength: 3 }), (at, put) => {
			const changed = whole.slice(0, at) + put + whole.slice(at + 1);
			fc.pre(changed !== whole);
			expect(decodeWithChecksum('order1', changed)).toBeUndefined();
			expect(decodeWithChecksum('order1', whole.slice(0, at))).toBeUndefined();
		}),
		{ numRuns: 1000, seed: 32 },
	);
});
