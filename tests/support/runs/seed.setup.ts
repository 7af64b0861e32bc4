import fc from 'fast-check';
import '../../../src/qa/portal/allowed-keys.ts';

const seed = process.env['CHAOS_SEED'];

// Repeats the same random paths, loads and faults; without a seed each run draws its own, and a failure prints it.
if (seed) fc.configureGlobal({ seed: Number(seed) });
