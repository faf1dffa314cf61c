/** Something that the user can put right: what is wrong, and what to do about it. */
export class Problem extends Error {
	constructor(
		what: string,
		readonly remedy: string,
		readonly evidence = '',
	) {
		super(what);
	}
}

const FULL_DISK: [string, string] = [
	'The disk is full.',
	'Free at least 5 GB, or set MERCHANT_HOST_CACHE to a folder on another disk, then run the command again.',
];

/** The last that matches counts: a compiler complains after a download was refused, a full disk breaks the rest. */
const COMMON: Array<[RegExp, string, string]> = [
	[
		/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|network request/,
		'The package registry cannot be reached.',
		'Check the network connection (and the proxy settings of npm), then run the command again.',
	],
	[
		/EACCES|EPERM|EROFS/,
		'A folder may not be written to.',
		'Give your user the right to write to the folder named below, then run the command again.',
	],
	[
		/find Python|not found: make|No such file.*(g\+\+|cc)|gyp ERR/,
		'The SQLite driver could not be compiled, and its ready-made form could not be downloaded.',
		'Install a C++ compiler, make and Python 3 (on Debian: apt-get install build-essential python3), then run the command again.',
	],
	[/ENOSPC/, ...FULL_DISK],
];

/** The problem behind what the system refused, where the user can do something about it. */
export function problemFromSystem(error: unknown): Problem | undefined {
	const { code = '', path = '', syscall = '' } = error as NodeJS.ErrnoException;
	// Node says of a folder on a read-only disk that it is not there.
	if (/^(EACCES|EPERM|EROFS)$/.test(code) || (code === 'ENOENT' && syscall === 'mkdir')) {
		return new Problem(
			`${path} may not be written to.`,
			`Give your user the right to write there, or, for the pinned n8n, set MERCHANT_HOST_CACHE to another folder.`,
		);
	}
	if (/^(ENOTDIR|EEXIST)$/.test(code)) {
		return new Problem(
			`${path} is not a folder.`,
			'Remove what is there, or, for the pinned n8n, set MERCHANT_HOST_CACHE to another folder.',
		);
	}
	return code === 'ENOSPC' ? new Problem(...FULL_DISK) : undefined;
}

/** The problem behind a failed command, found in what it printed. */
export function problemFromOutput(command: string, output: string): Problem {
	const evidence = output.trim().split('\n').slice(-12).join('\n');
	const cause = COMMON.findLast(([pattern]) => pattern.test(output));
	if (!cause)
		return new Problem(`"${command}" failed.`, 'The end of its output is below.', evidence);
	return new Problem(cause[1], cause[2], evidence);
}
