import type { CashierAction } from '../../server/sandbox/sandbox.types.ts';
import { openSession } from '../../server/users/session-store.ts';
import { createFakeProfile, type FakeProfile } from '../support/browser/fake-browser.ts';
import { createCashier } from './cashier.ts';
import { createDeviceFaults, drawClockError } from './device-faults.ts';
import type { Invariants } from './invariants.ts';
import type { Outages } from './outages.ts';
import type { ScreenWatch } from './screen-watch.ts';
import type { Random } from './seeded-random.ts';
import type { SimulatedClock } from './simulated-clock.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import type { SimulatedServer } from './simulated-server.ts';
import { openSimulatedTab, type SimulatedTab } from './simulated-tab.ts';
import type { TabFetch } from './tab-requests.ts';
import { createVisit, type Goal, isBuyer, type Visit } from './visit.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** How long a player watches a payment in a second tab. */
const WATCH_MS = 30 * SECOND;
/** How much longer a player waits for a payment that arrives after the deadline. */
const LATE_MS = 8 * MINUTE;
/** The maximum number of recorded tabs that a failure concerns. */
const MAX_RECORDINGS = 6;

/** `aheadMs`: how far the clock of the device is ahead of the server's. */
type Player = {
  readonly userId: string;
  readonly aheadMs: number;
  profile: FakeProfile;
  readonly tabs: Set<SimulatedTab>;
};

export const newPlayer = (userId: string, random: Random): Player => ({
  userId,
  aheadMs: drawClockError(random),
  profile: createFakeProfile(),
  tabs: new Set(),
});

/** `reload`: in a new page load, after a new login if the session has ended. */
type Next = 'stay' | 'leave' | 'reload';

type Parts = {
  readonly clock: SimulatedClock;
  readonly random: Random;
  readonly database: SimulatedDatabase;
  readonly server: SimulatedServer;
  readonly invariants: Invariants;
  readonly screens: ScreenWatch;
  readonly fetch: TabFetch;
  readonly isRecorded: boolean;
  readonly outages: Outages;
  readonly isFaultFree: () => boolean;
  /** Draws faults for the visit of a player who returns. */
  readonly onReturn: () => void;
};

export const createPlayers = ({
  clock,
  random,
  database,
  server,
  invariants,
  screens,
  fetch,
  isRecorded,
  outages,
  isFaultFree,
  onReturn,
}: Parts) => {
  const counts: Record<string, number> = { logouts: 0, 'other-devices': 0 };
  const device = createDeviceFaults({ clock, random, counts });
  const cashier = createCashier({ clock, random, database, server, invariants });
  const recorded: { readonly userId: string; readonly tab: SimulatedTab }[] = [];
  const everyone = new Set<Player>();
  let open = 0;
  let buying = 0;
  let visits = 0;

  const atCashier = (player: Player, orderId: string, action: CashierAction): void => {
    const ms = cashier.act(orderId, action);
    if (action === 'pay' && random.chance(0.6))
      clock.after(ms + random.between(0, 2 * SECOND), () => start(player, 'watch', clock.now() + WATCH_MS));
  };

  /** Meanwhile the player buys the same package again. */
  const heldByBank = (player: Player, orderId: string, itemId: string | null): void => {
    clock.after(random.between(6, 9) * MINUTE, () => start(player, 'epoint', clock.now() + 4 * MINUTE, itemId));
    cashier.bookLate(orderId);
  };

  /** Another device logs in, which ends the session here. */
  const logInElsewhere = async ({ userId }: Player): Promise<void> => {
    counts['other-devices'] = (counts['other-devices'] ?? 0) + 1;
    await openSession(database.outside, { userId, clientId: `phone-${userId}`, now: new Date(clock.now()) });
  };

  const logOut = (tab: SimulatedTab): void => {
    counts['logouts'] = (counts['logouts'] ?? 0) + 1;
    tab.go('/main/logout');
  };

  /** A player without an open tab starts the browser and logs in again. */
  const logIn = async (player: Player): Promise<void> => {
    if (player.tabs.size > 0) return;
    const { userId, profile } = player;
    const stored = profile.local.dump();
    const clientId = stored['client-id'] ?? `browser-${userId}`;
    const token = await openSession(database.outside, { userId, clientId, now: new Date(clock.now()) });
    player.profile = createFakeProfile({ ...stored, 'client-id': clientId, token });
  };

  const openTab = (player: Player, goal: Goal): SimulatedTab => {
    const tab = openSimulatedTab({
      clock,
      random,
      profile: player.profile,
      aheadMs: player.aheadMs,
      url: goal === 'epoint' ? '/main/recharge?target=epoint' : '/main/recharge',
      fetch,
      onBroken: (rule, problem) =>
        invariants.reportViolation(rule === 'paid-never-failed' ? rule : 'machine-rules', `${rule}: ${problem}`),
      onOutcome: invariants.intents.resolved,
      onLogout: () => invariants.intents.forget(player.userId),
      isRecorded,
    });
    everyone.add(player);
    player.tabs.add(tab);
    tab.browser.session.mood = player.profile.local.mood;
    if (isRecorded) recorded.push({ userId: player.userId, tab });
    return tab;
  };

  const closeTab = (player: Player, tab: SimulatedTab): void => {
    tab.close();
    player.tabs.delete(tab);
  };

  /** Intents of tabs that were closed a while ago. */
  const openIntents = ({ userId }: Player): readonly string[] =>
    invariants.intents.unresolved(userId, clock.now() - 10 * MINUTE);

  const unresolved = (player: Player, tab: SimulatedTab): string => {
    const { userId } = player;
    const payments = tab.tracked().map(({ ticket }) => `${ticket.orderId} ${tab.payment(ticket.orderId)?.screen.name}`);
    return [
      userId,
      tab.screen().name,
      tab.recharge()?.name,
      tab.shop()?.name,
      ...payments,
      ...openIntents(player),
    ].join(', ');
  };

  const enter = async (player: Player, goal: Goal, until: number, itemId: string | null = null): Promise<void> => {
    await logIn(player);
    const tab = openTab(player, goal);
    if (isBuyer(goal)) device.disturb(tab, player.tabs);
    const visit: Visit = createVisit({
      tab,
      random,
      goal,
      itemId,
      atCashier: (orderId, action) => atCashier(player, orderId, action),
      onHeldByBank: (orderId, heldItem) => heldByBank(player, orderId, heldItem),
      onIntent: (key) => invariants.intents.intended(key, player.userId),
    });
    const isLook = goal === 'look' || goal === 'return';
    // A page that was reloaded at the end of the visit also needs time for its first responses.
    let lookEnd = Math.max(until, clock.now() + MINUTE);
    const afterLook = (): Next => {
      if (!isFaultFree()) lookEnd = Math.max(lookEnd, clock.now() + 12 * MINUTE);
      const left = openIntents(player).length;
      const isResolved = visit.isResolved() && left === 0;
      const isOver = clock.now() > lookEnd;
      // A page load resumes only one intent per wizard.
      if (!isOver && left > 0 && visit.isResolved() && random.chance(0.1)) return 'reload';
      const isExcused = left > 0 || goal === 'return' ? outages.mayDelayIntents() : outages.mayDelayOrders();
      if (isOver && !isResolved && !isExcused)
        invariants.reportViolation('intent-resolvable', unresolved(player, tab), player.userId);
      return isOver || (isResolved && clock.now() > lookEnd - 5 * MINUTE) ? 'leave' : 'stay';
    };
    const isPatient = random.chance(0.3);
    const afterPurchase = (): Next => {
      const isSearching = visit.isSearching();
      const patience = visit.isWaiting() ? until + LATE_MS : until;
      if (visit.isDone() || (clock.now() > patience && !(isSearching && isPatient))) return 'leave';
      if (random.chance(isSearching && !isPatient ? 0.15 : 0.02)) return 'reload';
      if (isSearching && player.tabs.size === 1 && random.chance(0.1)) start(player, goal, until);
      if (random.chance(0.01)) tab.browser.fire('focus');
      if (random.chance(0.004)) invariants.run(logInElsewhere(player));
      if (random.chance(0.002)) logOut(tab);
      return 'stay';
    };
    const afterWatch = (): Next => (visit.isDone() || clock.now() > until ? 'leave' : 'stay');
    const afterAct = goal === 'watch' ? afterWatch : isLook ? afterLook : afterPurchase;
    const proceed = (next: Next): void => {
      if (next === 'stay') {
        think();
        return;
      }
      if (isLook && next === 'leave' && isFaultFree() && !outages.mayDelayOrders()) screens.leaves(tab);
      closeTab(player, tab);
      if (next === 'leave') leave(player, goal);
      else clock.after(random.between(200, 3_000), () => invariants.run(enter(player, goal, until, itemId)));
    };
    const think = (): void =>
      clock.after(
        random.between(300, isLook ? 5_000 : 9_000),
        () => proceed(!visit.act() ? 'reload' : afterAct()),
        tab.owner,
      );
    think();
  };

  const start = (player: Player, goal: Goal, until: number, itemId: string | null = null): void => {
    open += 1;
    if (isBuyer(goal)) buying += 1;
    visits += 1;
    // The visit starts in a step of its own, because the tab becomes the owner of the step.
    clock.after(0, () => invariants.run(enter(player, goal, until, itemId)));
  };

  /** A player who does not know the outcome of an order returns after closing the last tab. */
  const leave = (player: Player, goal: Goal): void => {
    open -= 1;
    if (isBuyer(goal)) buying -= 1;
    if (player.tabs.size > 0 || !invariants.intents.unresolved(player.userId, clock.now()).length) return;
    clock.after(random.between(11, 60) * MINUTE, () => {
      onReturn();
      start(player, 'return', clock.now() + 6 * MINUTE);
    });
  };

  return {
    /** Opens a tab with a goal, until the player is done or loses patience. `until`: epoch ms. */
    visit: start,
    isAway: (): boolean => open === 0,
    isBuying: (): boolean => buying > 0,
    counts: () => ({ visits, ...counts, ...cashier.counts() }),
    tabs: (): readonly SimulatedTab[] => [...everyone].flatMap(({ tabs }) => [...tabs]),
    /** The tabs to record: the last tabs of an order or of a player, or else the open tabs, or else the last tab. */
    recordings: (about: string | null): readonly SimulatedTab[] => {
      const concerned = recorded.filter(({ userId, tab }) => about === userId || (about && tab.hasTracked(about)));
      const open = recorded.filter(({ tab }) => tab.owner.isAlive);
      const chosen = concerned.length ? concerned.slice(-MAX_RECORDINGS) : open.length ? open : recorded.slice(-1);
      return chosen.map(({ tab }) => tab);
    },
    closeAll: (): void => {
      for (const player of everyone) for (const tab of player.tabs) closeTab(player, tab);
    },
  };
};
