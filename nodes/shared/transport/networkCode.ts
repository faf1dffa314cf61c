/** n8n wraps what the network said into errors of its own; the code is somewhere inside. */
export function networkCode(error: unknown): string {
	for (let inner = error; inner instanceof Error; inner = inner.cause) {
		if ('code' in inner && typeof inner.code === 'string') return inner.code;
	}
	return '';
}
