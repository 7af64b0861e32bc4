import type { SimulationPlan } from './simulation.ts';

/** One simulated year: few visits, each with minutes of machines, requests and faults, and quiet weeks between them. */
export const yearOf = (seed: number, dataDir: Blob): SimulationPlan => ({
  seed,
  dataDir,
  days: 365,
  players: 4,
  visits: 10,
});
