/** A count as people read it: 1,048,576. */
export const number = (value: number): string => value.toLocaleString('en-US');
