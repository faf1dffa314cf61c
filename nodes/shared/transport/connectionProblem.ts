/** What keeps a request from being sent at all: said before anything leaves this machine. */
export class ConnectionProblem extends Error {
	override readonly name = 'ConnectionProblem';

	constructor(
		message: string,
		readonly advice: string,
	) {
		super(message);
	}
}
