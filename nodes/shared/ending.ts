/**
 * How it is known that a body ended where it should. `length`: as many bytes arrived as announced; `transfer`: all that
 * was sent arrived, but its last chunk alone says so, or it was compressed on its way; `unknown`: it looks like a cut.
 */
export type Ending = 'length' | 'transfer' | 'unknown';
