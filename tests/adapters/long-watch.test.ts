import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createActor, setup } from 'xstate';
import { wirePayment } from '../../machines/payment/payment.machine.ts';
import { createSimulatedClock, type SimulatedClock } from '../simulation/simulated-clock.ts';
import { ORDER_ROW } from '../support/api/fake-api.ts';
import { entered } from '../support/machines/core-harness.ts';
import { ticket } from '../support/machines/orders.ts';

const SECOND = 1_000;
const LAST_S = 8 * 3_600;
const EVERY_S = 300;

/** Turns of the event loop in which a response is read and the machines react. */
const TURNS = 4;

let clock: SimulatedClock;
beforeEach(() => {
  clock = createSimulatedClock(ticket.createdAt);
  clock.install();
});
afterEach(() => clock.uninstall());

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise<void>((resolve) => void setImmediate(resolve));
};

const heapMb = (): number => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

test('eight hours of reads, with the player back every five minutes: heap, listeners, timers and context do not grow (C73)', async ({
  signal,
}) => {
  let listeners = 0;
  const add = EventTarget.prototype.addEventListener;
  const remove = EventTarget.prototype.removeEventListener;
  // Not a spy: it would retain the arguments of every call.
  EventTarget.prototype.addEventListener = function (...given) {
    listeners += 1;
    return add.apply(this, given);
  };
  EventTarget.prototype.removeEventListener = function (...given) {
    listeners -= 1;
    return remove.apply(this, given);
  };
  onTestFinished(() => {
    Object.assign(EventTarget.prototype, { addEventListener: add, removeEventListener: remove });
  });
  const harness = await entered();
  harness.api.reply('/api/order/record', {
    code: 0,
    result: [{ ...ORDER_ROW, sdk_order_id: ticket.orderId }],
    total: 1,
  });
  const host = setup({ actors: { payment: wirePayment(harness.paymentPorts) } }).createMachine({
    invoke: {
      id: 'payment',
      src: 'payment',
      input: { ticket, mode: 'resumed', shown: true, windowRef: null, record: null },
      onError: {},
    },
  });
  const actor = createActor(host).start();
  let reads = 0;
  const watch = async (seconds: number): Promise<void> => {
    for (let at = 0; at < seconds; at += EVERY_S) {
      harness.tab.fire('focus');
      const until = clock.now() + EVERY_S * SECOND;
      do {
        // A test that has ended must not keep running during the next tests.
        signal.throwIfAborted();
        await settle();
      } while (clock.next(until));
      reads += harness.api.to('/api/order/record').length;
      harness.api.seen.length = 0;
      harness.log.length = 0;
    }
  };
  const measure = () => ({
    listeners,
    timers: clock.count(),
    context: JSON.stringify(actor.getSnapshot().children.payment?.getSnapshot().context).length,
  });
  await watch(3_600);
  const [before, heapBefore] = [measure(), heapMb()];
  await watch(LAST_S - 3_600);
  const [after, heapAfter] = [measure(), heapMb()];
  expect(reads).toBeGreaterThan(LAST_S / EVERY_S / 2);
  expect(after.timers).toBeLessThanOrEqual(before.timers + 1);
  expect(after.listeners).toBeLessThanOrEqual(before.listeners + 2);
  expect(Math.abs(after.context - before.context)).toBeLessThan(16);
  expect(heapAfter - heapBefore).toBeLessThan(1.5);
  actor.stop();
});
