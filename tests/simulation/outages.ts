import type { Random } from './seeded-random.ts';
import type { SimulatedClock } from './simulated-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A system that may be down for hours or days, whether or not a player is active. */
export type OutsideSystem = 'provider' | 'game';

type Plan = { readonly share: number; readonly minutes: readonly [number, number] };

/** The longest outage of a game is longer than the 72 hours after which the server refunds an order. */
const PLANS: Readonly<Record<OutsideSystem, readonly Plan[]>> = {
  game: [
    { share: 0.06, minutes: [30, 12 * 60] },
    { share: 0.07, minutes: [73 * 60, 80 * 60] },
  ],
  provider: [{ share: 0.06, minutes: [8, 25] }],
};

type Parts = { readonly clock: SimulatedClock; readonly random: Random };

export const createOutages = ({ clock, random }: Parts) => {
  /** Epoch ms of the end of the last outage. */
  const ends: Record<OutsideSystem, number> = { provider: 0, game: 0 };
  const counts: Record<OutsideSystem, number> = { provider: 0, game: 0 };

  const begin = (system: OutsideSystem, ms: number): void => {
    if (ends[system] > clock.now()) return;
    ends[system] = clock.now() + ms;
    counts[system] += 1;
  };

  /** Whether a system is down, or was within `ms`. */
  const wasOut = (system: OutsideSystem, ms: number): boolean => ends[system] > clock.now() - ms;

  return {
    /** Plans random outages that begin within minutes. */
    plan: (): void => {
      for (const system of ['game', 'provider'] as const)
        for (const { share, minutes } of PLANS[system])
          if (random.chance(share)) {
            const ms = random.between(...minutes) * MINUTE;
            clock.after(random.between(0, 4) * MINUTE, () => begin(system, ms));
          }
    },
    isOut: (system: OutsideSystem): boolean => wasOut(system, 0),
    wasOut,
    /** Whether an outage may have delayed the outcome of an intent, which does not depend on the game. */
    mayDelayIntents: (): boolean => wasOut('provider', 9 * HOUR),
    /** Whether an outage may have delayed an order, whose jobs are tried again within eight hours. */
    mayDelayOrders: (): boolean => wasOut('provider', 9 * HOUR) || wasOut('game', 9 * HOUR),
    endAll: (): void => {
      for (const system of ['game', 'provider'] as const) ends[system] = Math.min(ends[system], clock.now());
    },
    counts: () => ({ 'game-outages': counts.game, 'provider-outages': counts.provider }),
  };
};

export type Outages = ReturnType<typeof createOutages>;
