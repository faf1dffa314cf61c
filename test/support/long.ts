/** `npm run test:all` sets it: what a test can only try in part, it then tries in full. */
export const isLong = process.env.TEST_LONG === '1';

/** How many cases to try: few in `npm test`, many in `npm run test:all`. */
export const cases = (short: number, long = short * 10): number => (isLong ? long : short);
