import { endToEnd } from './endToEnd.mjs';

await endToEnd('test/e2e/jest.config.js');
