/**
 * What shows that a body is whole. `length`: as many bytes arrived as announced. `transfer`: only its last chunk says so,
 * or it was compressed on its way. `unknown`: it looks like a cut.
 */
export type Completeness = 'length' | 'transfer' | 'unknown';
