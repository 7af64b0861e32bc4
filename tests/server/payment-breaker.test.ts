import { expect, test, vi } from 'vitest';
import { newCircuit, withBreaker } from '../../server/payments/breaker.ts';
import { OrderRefusedError, type PaymentReport } from '../../server/ports/payment-provider.ts';
import { UpstreamError, withTimeout } from '../../server/runtime/timeout.ts';
import { aProvider } from '../support/server/payment-provider.ts';

const REPORT: PaymentReport = { orderId: 'o-1', state: 'open', captures: [], refunded: [] };

const harness = () => {
  let now = 1_000_000;
  let isDown = true;
  let attempts = 0;
  const answer = async <Result>(result: Result): Promise<Result> => {
    attempts += 1;
    if (isDown) throw new Error('connection refused');
    return result;
  };
  const provider = aProvider({
    createSession: () => answer({ reference: 'r', payment: { kind: 'redirect', payUrl: 'https://pay.example/r' } }),
    query: () => answer(REPORT),
    close: () => answer(REPORT),
    refund: () => answer(undefined),
  });
  const guarded = withBreaker(provider, newCircuit(), () => now);
  const request = {
    orderId: 'o',
    channelCode: 'card',
    amountMinor: 1,
    currency: 'USD',
    description: '',
    expiresAt: new Date(0),
    traceId: null,
  } as const;
  const calls = [
    () => guarded.createSession(request),
    () => guarded.query('r'),
    () => guarded.close('r'),
    () => guarded.refund('r', 'c'),
  ];
  return {
    guarded,
    calls,
    attempts: () => attempts,
    recover: () => {
      isDown = false;
    },
    wait: (ms: number) => {
      now += ms;
    },
    fails: async (times: number) => {
      for (let time = 0; time < times; time += 1) await expect(calls[time % calls.length]?.()).rejects.toThrow();
    },
  };
};

test('after the pause one call tries, and the others fail fast until it succeeds (F7, S25)', async () => {
  const { fails, attempts, wait, guarded, recover } = harness();
  await fails(5);
  wait(10_000);
  const tries = [guarded.query('r'), guarded.query('r'), guarded.query('r')];
  expect((await Promise.allSettled(tries)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(attempts()).toBe(6);
  wait(10_000);
  recover();
  const again = [guarded.query('r'), guarded.query('r')];
  expect((await Promise.allSettled(again)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  await guarded.query('r');
  expect(attempts()).toBe(8);
});

test('after five consecutive failures of any call, calls fail fast for ten seconds (S25)', async () => {
  const { fails, attempts, wait, recover, guarded } = harness();
  await fails(5);
  expect(attempts()).toBe(5);
  recover();
  await fails(8);
  wait(9_999);
  await fails(1);
  expect(attempts()).toBe(5);
  expect(guarded.verify(new Uint8Array(), new Headers(), 0)).toEqual({ ok: false, why: 'shape' });
  wait(1);
  expect(await guarded.query('r')).toEqual(REPORT);
  expect(await guarded.query('r')).toEqual(REPORT);
});

test('an order that the provider refuses is no failure of the provider, and ends a series of failures (S25)', async () => {
  const reported: boolean[] = [];
  let answer: () => Promise<PaymentReport>;
  const provider = aProvider({ query: () => answer() });
  const guarded = withBreaker(provider, newCircuit(), Date.now, (isOk) => reported.push(isOk));
  const failure = new Error('connection refused');
  const refusal = new OrderRefusedError('there is no such session');
  const rejections = [4, 6, 4].flatMap((times, at) =>
    Array.from({ length: times }, () => (at === 1 ? refusal : failure)),
  );
  for (const reason of rejections) {
    answer = () => Promise.reject(reason);
    await expect(guarded.query('r')).rejects.toBeInstanceOf(reason === refusal ? OrderRefusedError : UpstreamError);
  }
  answer = () => Promise.resolve(REPORT);
  expect(await guarded.query('r')).toEqual(REPORT);
  expect(reported).toEqual([...rejections.map((reason) => reason === refusal), true]);
});

test('a call without a response fails after ten seconds with an unknown outcome (S25)', async () => {
  vi.useFakeTimers();
  const never = new Promise<never>(() => undefined);
  const outcome = withTimeout(never, 'the payment provider').then(
    () => 'resolved',
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(9_999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBeInstanceOf(UpstreamError);
});

test('a call is reported with its outcome and its seconds, one that fails fast is not (S31)', async () => {
  vi.useFakeTimers();
  const reported: unknown[] = [];
  let isDown = false;
  const slow = aProvider({
    query: () =>
      new Promise((resolve, reject) => {
        setTimeout(() => (isDown ? reject(new Error('down')) : resolve(REPORT)), 2_500);
      }),
  });
  const guarded = withBreaker(slow, newCircuit(), Date.now, (isOk, seconds) => reported.push([isOk, seconds]));
  const query = async () => {
    const call = guarded.query('r').catch(() => undefined);
    await vi.advanceTimersByTimeAsync(2_500);
    await call;
  };
  await query();
  isDown = true;
  for (let times = 0; times < 6; times += 1) await query();
  expect(reported).toEqual([[true, 2.5], ...Array.from({ length: 5 }, () => [false, 2.5])]);
});
