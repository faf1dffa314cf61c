import { REQUESTS } from '../support/requests';
import { markdownTable } from './markdown';
import { handOver } from './part';

/* Counted by test/workflow/requests.test.ts: here they stand beside what the requests cost. */
const rows = Object.entries(REQUESTS).map(([action, requests]) => [action, requests.join(', ')]);
handOver('requests', {
	lines: [],
	details: markdownTable(['action', 'requests to an ordinary service'], rows),
	measured: REQUESTS,
});
