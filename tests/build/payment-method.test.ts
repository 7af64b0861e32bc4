import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AnyActorRef, type AnyStateMachine, createActor } from 'xstate';
import { METHOD_MACHINES } from '../../machines/payment/payment.methods.ts';
import { copyProject, NEW_FILES, type ProjectCopy, ROW_EDITS, TYPE_EDIT } from '../support/dummy-method.ts';
import { ticket } from '../support/orders.ts';
import { until } from '../support/until.ts';

const COMPILER = resolve('node_modules/.bin/tsc');
const TIMEOUT = 240_000;
/** Empty ports for the methods of the project, because this payment does not start them. */
const NO_PORTS = Object.fromEntries(Object.keys(METHOD_MACHINES).map((kind) => [kind, {}]));

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

const recipe = (): readonly string[] => {
  const page = readFileSync('docs/contributing.md', 'utf8');
  const text = page.split(/^### /m).find((part) => part.startsWith('Add a payment method')) ?? '';
  return [...text.matchAll(/`((?:machines|src)\/[\w./<>-]+)`/g)].map(([, path = '']) => path);
};

const touched = [TYPE_EDIT, ...ROW_EDITS].map(({ path }) => path);

test('a new payment method does not compile until each registry has a row for it, and the recipe lists these rows', {
  timeout: TIMEOUT,
}, async () => {
  project.apply([TYPE_EDIT]);
  const broken = await brokenFiles();
  expect(broken.length).toBeGreaterThan(6);
  expect(broken.filter((path) => !touched.includes(path))).toEqual([]);
  const named = recipe();
  expect([...new Set(touched)].filter((path) => !named.includes(path))).toEqual([]);
  const isNamed = (path: string): boolean =>
    named.some((name) => new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('<method>', '[\\w-]+')}`).test(path));
  expect(Object.keys(NEW_FILES).filter((path) => !isNamed(path))).toEqual([]);
});

test('with its folders and rows the new method compiles, and the payment starts its machine', {
  timeout: TIMEOUT,
}, async () => {
  project.apply(ROW_EDITS);
  project.write();
  expect(await brokenFiles()).toEqual([]);

  const { wirePayment } = (await import(join(project.root, 'machines/payment/payment.ports.ts'))) as {
    wirePayment(ports: object): AnyStateMachine;
  };
  const reportTransfer = vi.fn(async () => {});
  const readOrder = vi.fn(() => new Promise(() => {}));
  const listen = () => () => {};
  const payment = createActor(
    wirePayment({
      methods: { ...NO_PORTS, transfer: { reportTransfer } },
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
