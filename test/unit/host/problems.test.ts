import { problemFromOutput, problemFromSystem } from '../../../host/problems';

describe('a command that fails', () => {
	it.each([
		['npm error code ENOTFOUND\nnpm error network request to …', 'registry cannot be reached'],
		['npm error connect ECONNREFUSED 127.0.0.1:9', 'registry cannot be reached'],
		['npm error code EACCES\nnpm error path ~/.npm', 'may not be written to'],
		['npm error code ENOSPC\nnpm error nospc no space left on device', 'disk is full'],
		['gyp ERR! find Python\ngyp ERR! stack', 'could not be compiled'],
		['gyp ERR! stack\nnpm error code ENOSPC', 'disk is full'],
	])('with %j is explained in words, with what to do', (output, words) => {
		const problem = problemFromOutput('npm install', output);
		expect(problem.message).toContain(words);
		expect(problem.remedy).toMatch(/then run the command again\.$/);
		expect(problem.evidence).toBe(output);
	});

	it('for another reason is named, with the end of its output', () => {
		const lines = Array.from({ length: 40 }, (_, n) => `line ${n}`);
		const problem = problemFromOutput('npm pack', lines.join('\n'));
		expect(problem.message).toBe('"npm pack" failed.');
		expect(problem.evidence.split('\n')).toEqual(lines.slice(-12));
	});
});

describe('what the system refuses', () => {
	it.each([
		[{ code: 'EACCES', path: '/cache' }, '/cache may not be written to.'],
		[{ code: 'EROFS', path: '/cache' }, '/cache may not be written to.'],
		[{ code: 'ENOENT', syscall: 'mkdir', path: '/cache' }, '/cache may not be written to.'],
		[{ code: 'ENOTDIR', path: '/file/cache' }, '/file/cache is not a folder.'],
		[{ code: 'ENOSPC' }, 'The disk is full.'],
	])('with %j is explained in words', (details, words) => {
		const problem = problemFromSystem(Object.assign(new Error('refused'), details));
		expect(problem?.message).toBe(words);
		expect(problem?.remedy).toContain('MERCHANT_HOST_CACHE');
	});

	it('for a reason that is ours stays as it is', () => {
		expect(problemFromSystem(new TypeError('x is not a function'))).toBeUndefined();
		expect(
			problemFromSystem(Object.assign(new Error('gone'), { code: 'ENOENT', syscall: 'open' })),
		).toBeUndefined();
	});
});
