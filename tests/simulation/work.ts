import { ORDER_STATUS_CODE } from '../../machines/order/order.status.ts';
import type { SimulatedClock } from './simulated-clock.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import type { SimulatedServer } from './simulated-server.ts';

type Parts = {
  readonly clock: SimulatedClock;
  readonly database: SimulatedDatabase;
  readonly server: SimulatedServer;
};

const POLL_MS = 500;
/** The longest interval between polls that find nothing to do. */
const LONGEST_POLL_MS = 600_000;

const DUE = `select least(
  (select min(extract(epoch from greatest(due_at, leased_until)) * 1000) from outbox where done_at is null),
  (select min(extract(epoch from greatest(expires_at, checked_at + interval '30 s', expiry_leased_until)) * 1000) from orders
    where status = ${ORDER_STATUS_CODE.pending})
)::float8 as due`;

/**
 * Runs what happens next. The loops of the server look for work twice a second; here they do so only when there is work, so that a
 * quiet month takes no time.
 */
export const createWork = ({ clock, database, server }: Parts) => {
  let seen = -1;
  let due: number | null = null;
  let polledAt = 0;
  let writesAtPoll = -1;
  let pollMs = POLL_MS;

  const dueAt = async (): Promise<number | null> => {
    if (!server.isUp() || !clock.hasPolls()) return null;
    if (seen !== database.writes()) {
      seen = database.writes();
      const [row] = await database.read<{ due: number | null }>(DUE);
      due = row?.due ?? null;
    }
    const pause = writesAtPoll === database.writes() ? pollMs : POLL_MS;
    return due === null ? null : Math.max(due + 1, polledAt + pause, clock.now());
  };

  return {
    /** Runs the next timer or the next work of the server, at `limit` (epoch ms) or before. Resolves to false if there is none. */
    next: async (limit: number): Promise<boolean> => {
      const at = await dueAt();
      if (at === null || at > limit || at > (clock.nextAt() ?? limit)) return clock.next(limit);
      if (clock.next(at)) return true;
      polledAt = at;
      pollMs = writesAtPoll === database.writes() ? Math.min(pollMs * 2, LONGEST_POLL_MS) : POLL_MS;
      writesAtPoll = database.writes();
      clock.runPolls();
      return true;
    },
  };
};
