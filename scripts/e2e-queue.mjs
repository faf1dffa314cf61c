import { endToEnd } from './endToEnd.mjs';

await endToEnd('test/e2e/queue/jest.config.js');
