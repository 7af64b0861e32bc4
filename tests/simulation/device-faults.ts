import type { FakeMood } from '../support/browser/fake-browser.ts';
import type { Random } from './seeded-random.ts';
import { SIMULATION, type SimulatedClock } from './simulated-clock.ts';
import type { SimulatedTab } from './simulated-tab.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** How far the clock of a device is ahead of the server's, in ms. */
export const drawClockError = (random: Random): number =>
  random.pick([0, 0, 0, 90 * SECOND, -90 * SECOND, 2 * 60 * MINUTE, -2 * 60 * MINUTE]);

type Parts = { readonly clock: SimulatedClock; readonly random: Random; readonly counts: Record<string, number> };

/** What may happen to the browser of a player while a tab is open. */
export const createDeviceFaults = ({ clock, random, counts }: Parts) => {
  const count = (name: string): void => {
    counts[name] = (counts[name] ?? 0) + 1;
  };

  return {
    /** `tabs`: all tabs of the browser. */
    disturb: ({ browser, owner }: SimulatedTab, tabs: ReadonlySet<SimulatedTab>): void => {
      const soon = (run: () => void): void => clock.after(random.between(2, 150) * SECOND, run, owner);
      const forSeconds = (longest: number, begin: () => void, end: () => void): void =>
        soon(() => {
          begin();
          clock.after(random.between(2, longest) * SECOND, end, owner);
        });
      if (random.chance(0.12)) {
        count('offline');
        forSeconds(
          90,
          () => browser.setOnline(false),
          () => browser.setOnline(true),
        );
      }
      if (random.chance(0.15)) {
        count('hidden');
        forSeconds(
          180,
          () => browser.setVisible(false),
          () => browser.setVisible(true),
        );
      }
      if (random.chance(0.1)) {
        count('restored');
        soon(() => browser.restore());
      }
      if (random.chance(0.1)) {
        count('popups-blocked');
        browser.state.blocksPopups = true;
      }
      if (random.chance(0.08)) {
        count('storage-refused');
        const mood = random.pick(['full', 'forbidden'] as const);
        const refuse = (now: FakeMood): void => {
          browser.profile.local.mood = now;
          // Otherwise an intent would be stored in only one tab and lost with it.
          for (const { browser: one } of tabs) one.session.mood = now;
        };
        soon(() => {
          refuse(mood);
          clock.after(random.between(5, 60) * SECOND, () => refuse('works'), SIMULATION);
        });
      }
    },
  };
};
