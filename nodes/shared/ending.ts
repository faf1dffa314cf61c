/**
 * How it is known that a body ended where it should. `length`: as many bytes arrived as announced; `unpacked`: what it
 * was compressed in on its way came to its end; `chunks`: only the last chunk says so; `unknown`: it looks like a cut.
 */
export type Ending = 'length' | 'unpacked' | 'chunks' | 'unknown';
