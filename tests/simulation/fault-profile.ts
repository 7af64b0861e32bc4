import type { Random } from './seeded-random.ts';

/**
 * Shares of messages and statements that fail. `overtaken`: the share of the server's answers that arrive after the answers to later requests.
 * `kills`: how often a server process dies while it serves a visit.
 */
export type FaultProfile = {
  readonly network: number;
  readonly overtaken: number;
  readonly provider: number;
  readonly game: number;
  readonly refusals: number;
  readonly database: number;
  readonly kills: number;
};

export const NO_FAULTS: FaultProfile = {
  network: 0,
  overtaken: 0,
  provider: 0,
  game: 0,
  refusals: 0,
  database: 0,
  kills: 0,
};
const LIGHT_FAULTS: FaultProfile = {
  network: 0.06,
  overtaken: 0.1,
  provider: 0.08,
  game: 0.08,
  refusals: 0.02,
  database: 0.002,
  kills: 0.5,
};
const HEAVY_FAULTS: FaultProfile = {
  network: 0.25,
  overtaken: 0.3,
  provider: 0.3,
  game: 0.3,
  refusals: 0.1,
  database: 0.01,
  kills: 3,
};

export const drawFaultProfile = (random: Random): FaultProfile => {
  const luck = random.next();
  return luck < 0.35 ? NO_FAULTS : luck < 0.75 ? LIGHT_FAULTS : HEAVY_FAULTS;
};
