import { configureGlobal } from 'fast-check';

// The same cases in every `npm test`, so that a change is judged by itself. `npm run test:all` picks and prints others.
configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20261116) });
