import { ORDER_STATUS_CODE } from '../../machines/order/order.status.ts';
import type { DeliveryLine } from '../../server/ports/game-server.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import type { ReportViolation } from './violation.ts';

type Parts = {
  readonly now: () => number;
  readonly database: SimulatedDatabase;
  readonly reportViolation: ReportViolation;
};

/** Checks what the server sends to the game. The game itself ignores a repeated line, whatever its content. */
export const createGameCalls = ({ now, database, reportViolation }: Parts) => {
  /** The content of each sent line, by order and line. */
  const contents = new Map<string, string>();
  let repeated = 0;

  return {
    /** Runs before a line leaves the server. */
    check: async ({ orderId, line, ...content }: DeliveryLine): Promise<void> => {
      const key = `${orderId}/${line}`;
      const text = JSON.stringify(content);
      const known = contents.get(key);
      contents.set(key, text);
      if (known !== undefined) repeated += 1;
      if (known !== undefined && known !== text)
        reportViolation('delivered-once', `line ${key} was sent as ${known}, then as ${text}`, orderId);
      // A refund at the same moment may follow the decision to send.
      const refunds = await database.read(
        `select from order_history where order_id = $1 and to_status = ${ORDER_STATUS_CODE.refunded} and at < $2`,
        [orderId, new Date(now()).toISOString()],
      );
      if (refunds.length)
        reportViolation('delivered-once', `line ${key} was sent after the refund of its order`, orderId);
    },
    counts: () => ({ 'lines-sent': contents.size, 'lines-sent-again': repeated }),
  };
};

export type GameCalls = ReturnType<typeof createGameCalls>;
