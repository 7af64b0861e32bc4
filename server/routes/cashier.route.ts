import * as v from 'valibot';
import type { Mount } from '../runtime/context.ts';
import { cashierPage, unknownCashierPage } from '../sandbox/cashier.page.ts';
import { CASHIER_HEADERS } from '../sandbox/cashier.styles.ts';
import { CASHIER_ACTIONS } from '../sandbox/sandbox.types.ts';
import { applyCashierAction, readCashierOrder } from '../sandbox/sandbox-payments.ts';

const action = v.picklist(CASHIER_ACTIONS);

const MAX_FORM_BYTES = 1_024;

/** Pages of the sandbox provider. Anyone with the address may pay: there is no session and no portal token. */
export const mountCashier: Mount = (app, context) => {
  if (!context.config.sandbox) return;
  app.get('/cashier/:reference', async (c) => {
    const order = await readCashierOrder(context, c.req.param('reference'));
    return order
      ? c.body(cashierPage(order, context.clock.now()), 200, CASHIER_HEADERS)
      : c.body(unknownCashierPage(), 404, CASHIER_HEADERS);
  });
  app.post('/cashier/:reference', async (c) => {
    const form = c.get('body');
    if (!form || form.length > MAX_FORM_BYTES) return c.body(unknownCashierPage(), 413, CASHIER_HEADERS);
    const reference = c.req.param('reference');
    const wanted = v.safeParse(action, new URLSearchParams(new TextDecoder().decode(form)).get('action'));
    if (wanted.success) await applyCashierAction(context, reference, wanted.output);
    return c.redirect(`/cashier/${encodeURIComponent(reference)}`, 303);
  });
};
