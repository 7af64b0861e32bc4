import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AnyActorRef, type AnyStateMachine, createActor } from 'xstate';
import { ticketFrom } from '../../machines/order/order.purchase.ts';
import { ORDER_ROW } from '../support/api/wire-samples.ts';
import { copyProject, type ProjectCopy, ROW_EDITS, TYPE_EDIT } from '../support/machines/dummy-method.ts';
import { ticket } from '../support/machines/orders.ts';
import { NO_METHOD_PORTS } from '../support/machines/payment-harness.ts';
import { until } from '../support/machines/until.ts';

const COMPILER = resolve('node_modules/.bin/tsc');
const TIMEOUT = 240_000;

let project: ProjectCopy;
beforeAll(() => {
  project = copyProject();
});
afterAll(() => project.remove());

/** Files that do not type-check, in alphabetical order. */
const brokenFiles = async (): Promise<readonly string[]> => {
  const { stdout } = await promisify(execFile)(
    COMPILER,
    ['-p', 'tsconfig.copy.json', '--pretty', 'false', '--singleThreaded'],
    {
      cwd: project.root,
      maxBuffer: 2 ** 24,
    },
  ).catch((failed: { stdout: string }) => failed);
  return [...new Set([...stdout.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, path = '']) => path))].toSorted();
};

test('a new payment method does not compile until each registry has a row for it', {
  timeout: TIMEOUT,
}, async () => {
  project.apply([TYPE_EDIT]);
  const registries = new Set(ROW_EDITS.map(({ path }) => path));
  expect(await brokenFiles()).toEqual([...registries].toSorted());
});

test('with its folders and rows the new method compiles, and the payment starts its machine', {
  timeout: TIMEOUT,
}, async () => {
  project.apply(ROW_EDITS);
  project.write();
  expect(await brokenFiles()).toEqual([]);

  const { wirePayment } = (await import(join(project.root, 'machines/payment/payment.machine.ts'))) as {
    wirePayment(ports: object): AnyStateMachine;
  };
  const reportTransfer = vi.fn(async () => {});
  const readOrder = vi.fn(() => new Promise(() => {}));
  const listen = () => () => {};
  const payment = createActor(
    wirePayment({
      methods: { ...NO_METHOD_PORTS, transfer: { reportTransfer } },
      readOrder,
      saveDeferred: async () => {},
      deadline: listen,
      environment: listen,
      peers: listen,
    }),
    {
      input: {
        ticket: { ...ticket, payment: { kind: 'transfer', account: 'DE02' } },
        mode: 'created',
        shown: true,
        windowRef: null,
        record: null,
      },
    },
  );
  payment.start();
  const children: Readonly<Record<string, AnyActorRef>> = payment.getSnapshot().children;
  expect(Object.keys(children).filter((id) => id.startsWith('method.'))).toEqual(['method.transfer']);
  expect(children['method.transfer']?.getSnapshot().context).toEqual({ orderId: 'o-1', account: 'DE02' });
  children['method.transfer']?.send({ type: 'transfer.sent' });
  await until(() => expect(readOrder).toHaveBeenCalled());
  expect(reportTransfer).toHaveBeenCalledWith({ orderId: 'o-1' }, expect.anything());
  payment.stop();
});

test('the API returns the new method in its one field, and another browser can continue the order', async () => {
  const load = async <Module>(path: string): Promise<Module> => (await import(join(project.root, path))) as Module;
  const contract = await load<typeof import('../../src/contract/order.contract.ts')>('src/contract/order.contract.ts');
  const mapper = await load<typeof import('../../src/adapters/order-record.mapper.ts')>(
    'src/adapters/order-record.mapper.ts',
  );
  const payment = { kind: 'transfer', account: 'DE02' };
  const { pay_url: _, ...row } = { ...ORDER_ROW, epoints: null, payment };
  const [read] = v.parse(contract.orderRecord.result, [row]).rows;
  if (!read) throw new Error('the row was dropped');
  expect(ticketFrom(mapper.toOrderRecord(read, () => false)).payment).toEqual(payment);
  const created = v.parse(contract.orderWebCreate.result, { sdk_order_id: 'O-1', payment: row.payment });
  expect(mapper.paymentOf({ ...created, epoints: null })).toEqual(payment);
});
