import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import type { DeliveryOutcome, GameServer } from '../ports/game-server.ts';
import { RESPONSE_LIMIT_MS } from '../runtime/timeout.ts';
import { traceHeaders } from '../runtime/trace.ts';

/** `secret`: shared with the game server; signs each request. */
export type GameServerAddress = { readonly url: string; readonly secret: string };

const reply = v.variant('outcome', [
  v.object({ outcome: v.literal('delivered') }),
  v.object({
    outcome: v.literal('refused'),
    reason: v.optional(v.pipe(v.string(), v.maxLength(200)), 'no reason given'),
  }),
]);

const unavailable = (reason: string): DeliveryOutcome => ({ kind: 'unavailable', reason });

/**
 * A publisher's game server behind one HTTP address; docs/operations.md has the wire format. Only a well-formed reply with status 200
 * counts: anything else may come from a proxy, and a wrong "refused" would refund delivered items.
 */
export const httpGameServer = ({ url, secret }: GameServerAddress, timeoutMs = RESPONSE_LIMIT_MS): GameServer => ({
  deliver: async ({ orderId, line, gameId, serverId, roleId, uid, goodsId, name, quantity }, at, traceId = null) => {
    const body = JSON.stringify({
      order_id: orderId,
      line,
      game_id: gameId,
      server_id: serverId,
      role_id: roleId,
      uid,
      goods_id: goodsId,
      name,
      quantity,
    });
    const timestamp = String(Math.floor(at.getTime() / 1_000));
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        ...traceHeaders(traceId),
        'idempotency-key': `${orderId}/${line}`,
        'portal-timestamp': timestamp,
        'portal-signature': createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'),
      },
      body,
    });
    const text = await response.text();
    if (response.status !== 200) return unavailable(`the game server responded with ${response.status}`);
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), reply), text);
    if (!read.success) return unavailable('the game server sent an invalid reply');
    const { output } = read;
    return output.outcome === 'refused' ? { kind: 'refused', reason: output.reason } : { kind: 'delivered' };
  },
});
