const OWN = /^\/($|_sandbox\b|console\b)/;

/** Whether a request is for the sandbox itself or its pages: no fault hits it, and no log keeps it. */
export function isControl(url: string): boolean {
	return OWN.test(url.split('?')[0]);
}
