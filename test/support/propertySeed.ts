import { configureGlobal } from 'fast-check';

// The same cases in every run, so that a change is judged by itself. Others: PROPERTY_SEED and PROPERTY_RUNS.
configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20261116) });
