/** Whether the service may keep the one text as the other: it may cut off blanks around it. */
export const sameText = (a: string, b: string): boolean => a.trim() === b.trim();
