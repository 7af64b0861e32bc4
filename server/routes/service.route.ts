import type { Mount } from '../runtime/context.ts';
import { CASHIER_HEADERS } from '../sandbox/cashier.styles.ts';
import { servicePage } from '../sandbox/service.page.ts';
import { redeemTicket } from '../users/tickets.ts';

/** Target of the sandbox's customer service link. The ticket in the URL identifies the player once. */
export const mountService: Mount = (app, { db, clock, config }) => {
  if (!config.sandbox) return;
  app.get('/sandbox/service', async (c) => {
    const owner = await redeemTicket(db, c.req.query('ticket') ?? '', clock.now());
    return c.body(servicePage(owner && !owner.blocked ? owner.nickname : null), 200, CASHIER_HEADERS);
  });
};
