import { configureGlobal } from 'fast-check';

// The same cases each time, and not all of the thousands that a mutant which nobody notices would go through.
configureGlobal({ seed: 20260331, endOnFailure: true, interruptAfterTimeLimit: 1000 });
