import fc from 'fast-check';
import { afterEach, vi } from 'vitest';
import '../../../src/qa/portal/allowed-keys.ts';

const seed = process.env['CHAOS_SEED'];

// A seed repeats the same random paths, loads and faults; without one each run draws its own, and a failure prints it.
fc.configureGlobal({ includeErrorInReport: true, ...(seed && { seed: Number(seed) }) });

// After the hooks of the test itself.
afterEach(() => void vi.useRealTimers());
