import type { GameServer } from '../../../server/ports/game-server.ts';
import type { PaymentProvider, PaymentReport } from '../../../server/ports/payment-provider.ts';
import { sandboxGameServer } from '../../../server/sandbox/sandbox-game-server.ts';
import type { Post } from '../../../server/sandbox/sandbox-jobs.ts';
import type { MoneyHarness } from './money-harness.ts';

/** A provider whose sessions stay unpaid and whose notifications are all forged. */
export const aProvider = (changes: Partial<PaymentProvider> = {}): PaymentProvider => ({
  createSession: async ({ orderId }) => ({
    reference: orderId,
    payment: { kind: 'redirect', payUrl: `https://pay.example/${orderId}` },
  }),
  verify: () => ({ ok: false, why: 'shape' }),
  query: async (orderId) => ({ orderId, state: 'open', captures: [], refunded: [] }),
  close: async (orderId) => ({ orderId, state: 'closed', captures: [], refunded: [] }),
  refund: async () => undefined,
  ...changes,
});

/** A report of an order for 4.99 that was paid once. */
export const aReport = (orderId: string, changes: Partial<PaymentReport> = {}): PaymentReport => ({
  orderId,
  state: 'paid',
  captures: [{ captureId: `c-${orderId}`, amountMinor: 499, currency: 'USD' }],
  refunded: [],
  ...changes,
});

/** External systems, which no backup restores: what the game has accepted, and every notification of the provider. */
export const createOutsideSystems = () => {
  const accepted = new Map<string, string>();
  const contradictions: string[] = [];
  const notifications: Parameters<Post>[] = [];
  const portsOf = ({ context, ports }: MoneyHarness): { gameServer: GameServer; post: Post } => ({
    gameServer: {
      deliver: async (deliveryLine, at) => {
        const key = `${deliveryLine.orderId} ${deliveryLine.line}`;
        const reported = JSON.stringify(deliveryLine);
        if ((accepted.get(key) ?? reported) !== reported) contradictions.push(key);
        accepted.set(key, reported);
        return sandboxGameServer(context.db).deliver(deliveryLine, at);
      },
    },
    post: async (body, headers) => {
      notifications.push([body.slice(), headers]);
      return ports.post(body, headers);
    },
  });
  return { accepted, contradictions, notifications, portsOf };
};
