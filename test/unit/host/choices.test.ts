import { readChoices } from '../../../host/start';

describe('npm start', () => {
	it('takes its ports, and whether to start over and to watch', () => {
		expect(readChoices([])).toEqual({
			fresh: false,
			port: 5678,
			sandboxPort: 8787,
			watch: false,
		});
		expect(readChoices(['--fresh', '--port', '1', '--sandbox-port=65535', '--watch'])).toEqual({
			fresh: true,
			port: 1,
			sandboxPort: 65_535,
			watch: true,
		});
		expect(readChoices(['--help'])).toBe('help');
	});

	it.each([
		[['--port', '0'], '--port 0 is not a port.'],
		[['--port', '65536'], '--port 65536 is not a port.'],
		[['--sandbox-port', 'http'], '--sandbox-port http is not a port.'],
		[['--port', '8787'], 'n8n and the sandbox cannot both listen on port 8787.'],
		[['--frehs'], "Unknown option '--frehs'."],
		[['again'], "Unexpected argument 'again'."],
	])('refuses %j and says why', (args, words) => {
		expect(() => readChoices(args)).toThrow(words);
	});
});
