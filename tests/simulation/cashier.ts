import type { CashierAction } from '../../server/sandbox/sandbox.types.ts';
import {
  applyCashierAction,
  captureIdOf,
  forceCapture,
  referenceOf,
  refundSandboxCapture,
} from '../../server/sandbox/sandbox-payments.ts';
import type { Invariants } from './invariants.ts';
import type { Random } from './seeded-random.ts';
import type { SimulatedClock } from './simulated-clock.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import type { SimulatedServer } from './simulated-server.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

type Parts = {
  readonly clock: SimulatedClock;
  readonly random: Random;
  readonly database: SimulatedDatabase;
  readonly server: SimulatedServer;
  readonly invariants: Invariants;
};

/** What players, banks and the provider do with a payment. */
export const createCashier = ({ clock, random, database, server, invariants }: Parts) => {
  let chargebacks = 0;

  const decide = async (orderId: string, action: CashierAction): Promise<void> => {
    const reference = await referenceOf(server.outside, orderId);
    if (reference) await applyCashierAction(server.outside, reference, action);
  };

  const book = async (orderId: string): Promise<void> => {
    const reference = await referenceOf(server.outside, orderId);
    if (reference) await forceCapture(server.outside, reference);
  };

  /** The provider returns the money, whatever the status of the order. */
  const chargeBack = async (orderId: string): Promise<void> => {
    const [payment] = await database.read<{ reference: string }>(
      "select reference from sandbox_payments where order_id = $1 and state = 'paid'",
      [orderId],
    );
    if (!payment) return;
    chargebacks += 1;
    await refundSandboxCapture(server.outside, payment.reference, captureIdOf(payment.reference, 1));
  };

  return {
    /** Returns after how many ms the player acts. */
    act: (orderId: string, action: CashierAction): number => {
      // Most players pay right away, some at the deadline.
      const ms = (random.chance(0.75) ? random.between(3, 45) : random.between(240, 330)) * SECOND;
      clock.after(ms, () => invariants.run(decide(orderId, action)));
      if (action === 'pay' && random.chance(0.12)) {
        // While the order is being delivered, or days later.
        const later = random.chance(0.5) ? random.between(1, 12) * SECOND : random.between(10, 3 * 1_440) * MINUTE;
        clock.after(ms + later, () => invariants.run(chargeBack(orderId)));
      }
      // The bank decides about a payment in flight, sooner or later.
      if (action === 'never')
        clock.after(ms + random.between(1, 8) * MINUTE, () =>
          invariants.run(decide(orderId, random.pick(['pay', 'decline', 'close']))),
        );
      return ms;
    },
    /** The bank books a payment long after its order has expired. */
    bookLate: (orderId: string): void =>
      clock.after(random.between(18, 40) * MINUTE, () => invariants.run(book(orderId))),
    counts: () => ({ chargebacks }),
  };
};
