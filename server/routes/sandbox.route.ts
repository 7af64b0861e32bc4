import { and, eq, isNull } from 'drizzle-orm';
import * as v from 'valibot';
import { ORDER_STATUS_CODE, ORDER_STATUSES, statusOfCode } from '../../machines/order/order.status.ts';
import { sessions, users } from '../db/schema.ts';
import { readBody } from '../http/request-body.ts';
import { paymentServices } from '../payments/registry.ts';
import { armCheckpoint, CHECKPOINTS } from '../runtime/checkpoint.ts';
import { CODE, type Code } from '../runtime/codes.ts';
import type { AppRequest, Mount } from '../runtime/context.ts';
import { changePoints } from '../sandbox/change-points.ts';
import { clientIdSchema, faultRequest } from '../sandbox/fault.types.ts';
import { clearFaults, listFaults, setFault } from '../sandbox/fault-store.ts';
import { forceStatus } from '../sandbox/force-status.ts';
import { orderDebug } from '../sandbox/order-debug.ts';
import { CASHIER_ACTIONS } from '../sandbox/sandbox.types.ts';
import { readMailbox } from '../sandbox/sandbox-mailbox.ts';
import { applyCashierAction, referenceOf } from '../sandbox/sandbox-payments.ts';
import { secondsToDeadline, setSecondsToExpiry, shiftOrders } from '../sandbox/shift-order-time.ts';
import { createTestAccount } from '../seed/accounts.seed.ts';
import { openSession } from '../users/session-store.ts';

const statusRequest = v.object({
  status: v.pipe(v.unknown(), v.transform(statusOfCode), v.picklist(ORDER_STATUSES)),
});
const expireRequest = v.object({ seconds: v.pipe(v.number(), v.integer(), v.minValue(-86_400), v.maxValue(86_400)) });
const timeSpan = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(604_800));
const clockRequest = v.union([
  v.strictObject({ clientId: clientIdSchema, seconds: timeSpan }),
  v.strictObject({ clientId: clientIdSchema, orderId: v.string(), secondsLeft: timeSpan }),
]);
const clientRequest = v.object({ clientId: clientIdSchema });
const sessionRequest = v.object({ userId: v.string(), clientId: clientIdSchema });
const endRequest = v.object({ userId: v.string(), why: v.picklist(['expired', 'kicked']) });
const crashRequest = v.object({ at: v.picklist(CHECKPOINTS) });
const points = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000));
const change = v.pipe(v.number(), v.integer(), v.minValue(-1_000_000_000), v.maxValue(1_000_000_000));
const accountRequest = v.nullable(v.object({ points: v.optional(v.object({ basic: points, present: points })) }));
const pointsRequest = v.object({ userId: v.string(), basic: v.optional(change, 0), present: v.optional(change, 0) });

const done = (c: AppRequest, result: unknown = {}): Response => c.json({ code: CODE.ok, msg: 'ok', result });

const refused = (c: AppRequest, status: 400 | 404 | 409, code: Code, msg: string): Response =>
  c.json({ code, msg }, status);

const noOrder = (c: AppRequest): Response => refused(c, 404, CODE.orderNumberWrong, 'no such order');

const idOf = (c: AppRequest): string => c.req.param('id') ?? '';

/** For testers and tests, see docs/api-sandbox.md. Absent unless SANDBOX=1. */
export const mountSandbox: Mount = (app, context) => {
  const { db, clock, config } = context;
  if (!config.sandbox) return;
  const services = paymentServices(context);

  /** Passes a valid body, or null for none, to the handler; responds with 400 otherwise. */
  const post = <Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    handle: (c: AppRequest, input: v.InferOutput<Schema>) => Promise<Response>,
  ) =>
    app.post(path, async (c) => {
      const input = v.safeParse(schema, readBody(c));
      return input.success ? handle(c, input.output) : refused(c, 400, CODE.parameterException, 'wrong parameters');
    });

  post('/sandbox/accounts', accountRequest, async (c, wanted) => {
    const { account, password, email, phone, userId } = await createTestAccount(db, clock.now(), wanted?.points);
    return done(c, { account, password, email, phone, userId });
  });

  post('/sandbox/points', pointsRequest, async (c, { userId, basic, present }) => {
    const balance = await changePoints(context, userId, { basic, present });
    if (balance === 'unknown') return refused(c, 404, CODE.accountNotFoundGame, 'no such account');
    if (balance === 'insufficient') return refused(c, 409, CODE.balanceInsufficient, 'the balance is too low');
    return done(c, balance);
  });

  app.get('/sandbox/orders/:id', async (c) => {
    const details = await orderDebug(context, idOf(c));
    return details ? done(c, details) : noOrder(c);
  });

  post('/sandbox/orders/:id/status', statusRequest, async (c, { status }) => {
    const forced = await forceStatus(services, idOf(c), status);
    if (forced.kind === 'unknown') return noOrder(c);
    if (forced.kind === 'moved') return done(c, { status: ORDER_STATUS_CODE[forced.status] });
    return refused(c, 409, CODE.transitionRefused, `an order cannot move from ${forced.status} to ${status}`);
  });

  post('/sandbox/orders/:id/expire-in', expireRequest, async (c, { seconds }) => {
    return (await setSecondsToExpiry(context, idOf(c), seconds)) ? done(c) : noOrder(c);
  });

  post('/sandbox/clock', clockRequest, async (c, selection) => {
    let seconds: number;
    if ('seconds' in selection) seconds = selection.seconds;
    else {
      const left = await secondsToDeadline(context, selection.clientId, selection.orderId);
      if (left === null) return noOrder(c);
      seconds = left - selection.secondsLeft;
      if (seconds < 1) return refused(c, 409, CODE.parameterException, `its deadline is in ${left} s`);
    }
    await shiftOrders(context, selection.clientId, seconds);
    return done(c, { seconds });
  });

  app.post('/sandbox/orders/:id/:action', async (c) => {
    const action = v.safeParse(v.picklist(CASHIER_ACTIONS), c.req.param('action'));
    if (!action.success) return refused(c, 404, CODE.parameterException, 'no such action');
    const reference = await referenceOf(context, idOf(c));
    if (!reference) return noOrder(c);
    await applyCashierAction(context, reference, action.output);
    return done(c);
  });

  post('/sandbox/sessions', sessionRequest, async (c, { userId, clientId }) => {
    const [account] = await db.select({ userId: users.userId }).from(users).where(eq(users.userId, userId));
    if (!account) return refused(c, 404, CODE.accountNotFoundGame, 'no such account');
    return done(c, { token: await openSession(db, { userId, clientId, now: clock.now() }) });
  });

  post('/sandbox/sessions/end', endRequest, async (c, { userId, why }) => {
    await db
      .update(sessions)
      .set({ revokedAt: clock.now(), revokedWhy: why })
      .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)));
    return done(c);
  });

  app.get('/sandbox/mailbox', async (c) => done(c, await readMailbox(db, c.req.query('target') ?? '')));

  app.get('/sandbox/faults', async (c) => done(c, await listFaults(db, c.req.query('clientId') ?? '')));

  post('/sandbox/faults', faultRequest, async (c, fault) => done(c, await setFault(db, fault)));

  post('/sandbox/faults/clear', clientRequest, async (c, { clientId }) => done(c, await clearFaults(db, clientId)));

  post('/sandbox/crash', crashRequest, async (c, { at }) => done(c, armCheckpoint(at)));
};
