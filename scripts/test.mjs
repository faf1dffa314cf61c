import { installWhenNeeded, run } from './install.mjs';

installWhenNeeded();
run(process.execPath, ['node_modules/jest/bin/jest.js', '--coverage', ...process.argv.slice(2)]);
