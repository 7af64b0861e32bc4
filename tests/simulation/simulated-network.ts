import type { FaultProfile } from './fault-profile.ts';
import type { Outages } from './outages.ts';
import type { Random } from './seeded-random.ts';
import type { Owner, SimulatedClock } from './simulated-clock.ts';

/** What happened to a message between two processes. */
const FATES = ['passes', 'request-lost', 'answer-lost', 'twice', 'slow', 'overtaken', 'silent'] as const;
type Fate = (typeof FATES)[number];

type MessageKind = 'network' | 'provider' | 'game';

/** Handles a message and answers, or answers null when the process is dead or dies. */
export type Handle<Reply> = (answer: (given: Reply | null) => void) => void;

const CONNECTION_LOST = () => new TypeError('fetch failed');
/** Longer than every deadline of the server. */
const SLOW_MS = 25_000;
/** The answer to a request may arrive after the answers to later ones, before the deadline of the portal. */
const OVERTAKEN_MS = 9_000;
/** A copy of a message may arrive long after the order of the first message has ended. */
const LATE_MS = 15 * 60_000;

type Parts = {
  readonly clock: SimulatedClock;
  readonly random: Random;
  readonly faultProfile: () => FaultProfile;
  readonly outages: Outages;
};

/** Messages between processes that share nothing. They arrive with a delay; faults lose, repeat, reorder or delay them. */
export const createNetwork = ({ clock, random, faultProfile, outages }: Parts) => {
  const counts = Object.fromEntries(FATES.map((fate) => [fate, 0])) as Record<Fate, number>;

  const fateOf = (kind: MessageKind): Fate => {
    if (kind !== 'network' && outages.isOut(kind)) return 'request-lost';
    if (random.chance(faultProfile()[kind]))
      return random.pick<Fate>(['request-lost', 'answer-lost', 'twice', 'twice', 'slow', 'slow', 'silent']);
    return kind === 'network' && random.chance(faultProfile().overtaken) ? 'overtaken' : 'passes';
  };
  const latency = (): number => random.between(5, random.chance(0.1) ? 900 : 120);

  const answerDelay = (fate: Fate): number =>
    fate === 'slow'
      ? random.between(1_000, SLOW_MS)
      : fate === 'overtaken'
        ? random.between(4_000, OVERTAKEN_MS)
        : latency();

  /**
   * Sends a message from a process and resolves with the response. Rejects like `fetch` when no response arrives. The receiver is chosen when
   * the message arrives.
   */
  const exchange = <Reply>(from: Owner, kind: MessageKind, handle: Handle<Reply>): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const fate = fateOf(kind);
      counts[fate] += 1;
      const fail = (ms: number): void => clock.after(ms, () => reject(CONNECTION_LOST()), from);
      const deliver = (answer: Reply | null): void => {
        if (fate === 'silent') return;
        if (answer === null || fate === 'answer-lost') fail(latency());
        else clock.after(answerDelay(fate), () => resolve(answer), from);
      };
      if (fate === 'request-lost') return fail(random.between(5, 3_000));
      clock.after(fate === 'slow' ? random.between(500, SLOW_MS) : latency(), () => handle(deliver));
      if (fate === 'twice')
        clock.after(random.between(1, random.chance(0.5) ? SLOW_MS : LATE_MS), () => handle(() => undefined));
    });

  return { exchange, counts: (): Readonly<Record<Fate, number>> => counts };
};

export type Network = ReturnType<typeof createNetwork>;
