import fc from 'fast-check';

const seed = process.env['CHAOS_SEED'];

// The same walks, storms and spoiled answers again; without it each run draws its own, and a failure prints it.
if (seed) fc.configureGlobal({ seed: Number(seed) });
