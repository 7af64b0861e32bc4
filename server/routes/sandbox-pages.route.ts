import * as v from 'valibot';
import { MEDIA_HEADERS, readMedia } from '../content/media.ts';
import { STATIC_PAGE_HEADERS, staticPage } from '../content/static-page.ts';
import { openApiDocument } from '../openapi/openapi.ts';
import type { Mount } from '../runtime/context.ts';
import { cashierPage, PAGE_HEADERS, servicePage, unknownCashierPage } from '../sandbox/sandbox.page.ts';
import { CASHIER_ACTIONS } from '../sandbox/sandbox.types.ts';
import { applyCashierAction, readCashierOrder } from '../sandbox/sandbox-payments.ts';
import { redeemTicket } from '../users/tickets.ts';

const MAX_FORM_BYTES = 1_024;

/** Pages that a provider and a publisher have elsewhere, and the document of the API. Absent unless SANDBOX=1. */
export const mountSandboxPages: Mount = (app, context) => {
  const { db, clock, config } = context;
  if (!config.sandbox) return;

  // Anyone with the address may pay: there is no session and no portal token.
  app.get('/cashier/:reference', async (c) => {
    const order = await readCashierOrder(context, c.req.param('reference'));
    return order
      ? c.body(cashierPage(order, clock.now()), 200, PAGE_HEADERS)
      : c.body(unknownCashierPage(), 404, PAGE_HEADERS);
  });
  app.post('/cashier/:reference', async (c) => {
    const form = c.get('body');
    if (!form || form.length > MAX_FORM_BYTES) return c.body(unknownCashierPage(), 413, PAGE_HEADERS);
    const reference = c.req.param('reference');
    const action = new URLSearchParams(new TextDecoder().decode(form)).get('action');
    const wanted = v.safeParse(v.picklist(CASHIER_ACTIONS), action);
    if (wanted.success) await applyCashierAction(context, reference, wanted.output);
    return c.redirect(`/cashier/${encodeURIComponent(reference)}`, 303);
  });

  // The ticket in the URL identifies the player once.
  app.get('/sandbox/service', async (c) => {
    const owner = await redeemTicket(db, c.req.query('ticket') ?? '', clock.now());
    return c.body(servicePage(owner && !owner.blocked ? owner.nickname : null), 200, PAGE_HEADERS);
  });

  const media = readMedia();
  app.get('/openapi.json', (c) => c.json(openApiDocument()));
  app.get('/media/:name', (c) => {
    const picture = media.get(c.req.param('name'));
    return picture === undefined ? c.notFound() : c.body(picture, 200, MEDIA_HEADERS);
  });
  app.get('/pages/:name', (c) => {
    const page = staticPage(c.req.param('name'), c.req.query('locale') ?? '');
    return page === null ? c.notFound() : c.body(page, 200, STATIC_PAGE_HEADERS);
  });
};
